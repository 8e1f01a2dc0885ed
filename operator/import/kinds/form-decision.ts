import { type Static, Type } from 'typebox'
import { flag, recordId } from '#kernel/contract/fields.ts'
import { type CustomerFormEvent, customerFormEvents } from '#kernel/events/customer-form.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { derived } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

const AS_BEFORE = 'as before'

const FormDecision = Type.Object({
  companyId: recordId(),
  formId: recordId(),
  isApproval: derived(flag(), 'as before; false where `rejected` becomes true'),
  isSigned: derived(flag(), AS_BEFORE),
  masakStatus: derived(Type.Integer({ minimum: 0, maximum: 2 }), AS_BEFORE),
  rejected: derived(flag(), 'as before; false where `isApproval` becomes true'),
  deleted: derived(flag(), AS_BEFORE),
})

type DecisionLine = Static<typeof FormDecision>
type Decision = Extract<CustomerFormEvent, { type: 'FormDecided' }>['data']

export const formDecision = lineKind(customerFormEvents)({
  kind: 'formDecision',
  schema: FormDecision,
  target: ({ companyId, formId }) => ({
    companyId,
    stream: `customerForm-${formId}`,
    changes: { field: 'formId' },
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: (data, previous, { now }) => {
    const before = decisionBefore(data, previous)
    const after = decided(data, before, new Date(now()).toISOString())
    const isChange = Object.entries(after).some(
      ([name, value]) => value !== Reflect.get(before, name),
    )
    return previous === undefined || isChange ? { type: 'FormDecided', data: after } : previous
  },
})

const decisionBefore = (
  { companyId, formId }: DecisionLine,
  previous: CustomerFormEvent | undefined,
): Decision =>
  previous?.type === 'FormDecided'
    ? previous.data
    : {
        companyId,
        formId,
        isApproval: false,
        isSigned: false,
        masakStatus: 0,
        rejected: false,
        deleted: false,
        approvedAt: null,
        signedAt: null,
      }

/** A field that a line leaves out stays; but an approval lifts a rejection, and the other way round. */
function decided(line: DecisionLine, before: Decision, now: string): Decision {
  const isApproval = line.isApproval ?? (before.isApproval && line.rejected !== true)
  const rejected = line.rejected ?? (before.rejected && line.isApproval !== true)
  const isSigned = line.isSigned ?? before.isSigned
  return {
    ...before,
    isApproval,
    isSigned,
    masakStatus: line.masakStatus ?? before.masakStatus,
    rejected,
    deleted: line.deleted ?? before.deleted,
    approvedAt: isApproval ? (before.approvedAt ?? now) : null,
    signedAt: isSigned ? (before.signedAt ?? now) : null,
  }
}
