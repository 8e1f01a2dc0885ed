import type { Static } from 'typebox'
import type { PendingForms } from '#command/providers/shown-records/port.ts'
import type { CreatedForm } from '#kernel/contract/customer-forms.ts'
import { detail } from '#kernel/domain/detail.ts'
import { recordIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { keyHolder, personRefOf } from '#kernel/domain/person-name.ts'
import { Rejection, reject } from '#kernel/domain/rejection.ts'
import { customerFormEvents, personFormsEvents } from '#kernel/events/customer-form.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Command } from '../event-sourcing/command.ts'
import { streamQueue } from '../event-sourcing/contention.ts'
import type { Log } from '../event-sourcing/log.ts'
import { RecordedRefusal } from '../event-sourcing/named-when-shown.ts'
import { originOf } from '../event-sourcing/origin.ts'
import { bringsNothing, repositoryOf } from '../event-sourcing/repository.ts'
import {
  type CustomerForm,
  customerForm,
  type FormDecision,
  type SubmittedForm,
} from './customer-form.ts'
import { contentOf, type FormRequest } from './form-content.ts'
import { type PersonForms, type PersonFormsDecision, personForms } from './person-forms.ts'

export const submitForm =
  (form: SubmittedForm): FormDecision =>
  ({ status }) =>
    status === 'none' ? [{ type: 'FormSubmitted', data: form }] : []

interface FormToTakeUp {
  readonly companyId: string
  readonly formId: string
  /** The person's other forms that were read and are not pending. */
  readonly settled: readonly string[]
}

export const takeUpForm =
  ({ companyId, formId, settled }: FormToTakeUp): PersonFormsDecision =>
  (forms) => {
    if (forms.includes(formId)) return []
    const pending = forms.findLast((id) => !settled.includes(id))
    if (pending !== undefined) return refuseDuplicate(pending)
    return [{ type: 'FormTakenUp', data: { companyId, formId } }]
  }

const refuseDuplicate = (existingId: string) =>
  reject('CONFLICT', 'There is a form of this identity number that waits for approval.', [
    detail('data.idNo', 'duplicate', { existingId }),
  ])

export interface FormSubmission {
  /**
   * The form is written first. It exists once the stream of its person's forms takes it up, which is
   * one append at that stream's revision. A form that is never taken up never existed.
   */
  readonly submit: (
    request: FormRequest,
    context: RequestContext,
    command: Command,
  ) => Promise<{
    readonly form: ReturnType<typeof createdForm>
    readonly position: LogPosition
  }>
}

export function formSubmission(log: Log, pendingForms: PendingForms): FormSubmission {
  const repositories = formRepositories(log)
  const enqueue = streamQueue()
  return {
    async submit(request, context, command) {
      const { companyId } = context.caller
      const number = normalNumber(request.idNo)
      const stream = `personForms-${log.vault.pseudonym('forms', companyId, number)}`
      const submission = { log, repositories, pendingForms, stream, context, command }
      return enqueue(stream, () => submit(submission, request)).catch(async (error: unknown) => {
        if (!(error instanceof Rejection)) throw error
        const { position } = await repositories.personForms.load(stream)
        throw new RecordedRefusal(error, { position, isFinal: true })
      })
    },
  }
}

type Repositories = ReturnType<typeof formRepositories>

interface Submission {
  readonly log: Log
  readonly repositories: Repositories
  readonly pendingForms: PendingForms
  /** Of the person's forms. */
  readonly stream: string
  readonly context: RequestContext
  readonly command: Command
}

async function submit(
  { log, repositories, pendingForms, stream, context, command }: Submission,
  request: FormRequest,
) {
  const { companyId } = context.caller
  const origin = originOf(context, command.id)
  const formId = recordIdFrom(command.id, 'customerForm')
  // Earlier versions named the stream by the number as it was written: such a form is known by its row.
  const [own, shown] = await Promise.all([
    repositories.personForms.load(stream),
    pendingForms(companyId, request.idNo),
  ])
  const settled = await settledForms(repositories, [...new Set([...shown, ...own.state])], formId)
  const form = {
    companyId,
    formId,
    forms: stream,
    personRef: personRefOf(log.vault, companyId, request.idNo),
    submittedAt: instantOf(command.begunAt ?? log.now()),
    ...contentOf(request),
  }
  const submitted = await repositories.forms.execute({
    stream: formStream(formId),
    decision: submitForm(form),
    origin,
    isNew: true,
  })
  if (submitted.state.status === 'none') throw new Error(`form ${formId} was not submitted`)
  const { position } = await repositories.personForms.execute({
    stream,
    decision: takeUpForm({ companyId, formId, settled }),
    origin,
  })
  return { form: createdForm(submitted.state.form), position }
}

/** Refuses where one of them is pending, before anything is written. */
async function settledForms({ forms }: Repositories, ids: PersonForms, formId: string) {
  const others = ids.filter((id) => id !== formId)
  const loaded = await Promise.all(others.map((id) => forms.load(formStream(id))))
  const pending = others.findLast((_, index) => isWaiting(loaded[index]?.state))
  return pending === undefined || ids.includes(formId) ? others : refuseDuplicate(pending)
}

/** A form whose person has been forgotten no longer waits for approval. */
const isWaiting = (form: CustomerForm | undefined) =>
  form?.status === 'pending' && valueUnlessForgotten(form.form.person) !== null

const formStream = (formId: string) => `customerForm-${formId}`

const formRepositories = (log: Log) => ({
  forms: repositoryOf(log, {
    family: customerFormEvents,
    aggregate: customerForm,
    sealedFor: (event) => ({
      purpose: 'customer',
      person:
        event.type === 'FormSubmitted'
          ? keyHolder(valueUnlessForgotten(event.data.person)?.idNo)
          : 'company',
    }),
    // A form that is not taken up never existed.
    brings: bringsNothing,
  }),
  personForms: repositoryOf(log, {
    family: personFormsEvents,
    aggregate: personForms,
    sealedFor: () => ({ purpose: 'company', person: 'company' }),
    brings: ({ data }) => ({ existingId: data.formId }),
  }),
})

/** The response to the submission of a form: the form as it was when it was created. */
export function createdForm(form: SubmittedForm): Static<typeof CreatedForm> {
  const person = valueUnlessForgotten(form.person)
  const submittedAt = form.submittedAt.replace('Z', '000Z')
  return {
    id: form.formId,
    idNo: person?.idNo ?? null,
    nameSurname: person?.nameSurname ?? null,
    idType: form.idType,
    idCardType: form.idCardType,
    isApproval: false,
    isSigned: false,
    masakStatus: 0,
    createdAt: submittedAt,
    updatedAt: submittedAt,
  }
}
