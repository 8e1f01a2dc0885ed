import { customerFormEvents, personFormsEvents } from '#kernel/events/customer-form.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { decoded } from '#test/support/decoded.ts'
import { documentsAmong } from '#test/support/documents-in-log.ts'
import type { CreatedKind } from './wanted.ts'

interface RecordInLog {
  readonly id: string
  /** The pseudonym of its person, or the label's number. */
  readonly of: string
  readonly stage: 'open' | 'there' | 'over'
}

export type Records = ReturnType<typeof recordsAmong>

/** Every record that clients can want, by what the log alone says. */
export function recordsAmong(
  all: readonly StoredEvent[],
  owner: { readonly vault: Pick<Vault, 'pseudonym'>; readonly companyId: string },
) {
  const events = all.filter(({ metadata }) => metadata['companyId'] === owner.companyId)
  const documents = documentsAmong(events, owner)
  const others: Readonly<Record<'form' | 'check' | 'label', () => readonly RecordInLog[]>> = {
    form: () => formsIn(events),
    check: () => checksIn(events),
    label: () => labelsIn(events),
  }
  return {
    documents,
    /** Those of a person or label that are not over. */
    of(kind: CreatedKind, of: string): readonly RecordInLog[] {
      if (kind === 'voucher' || kind === 'invoice')
        return documents.of(kind, of).map(({ id, stage }) => ({ id, of, stage }))
      const meant = kind === 'label' ? of : owner.vault.pseudonym('person', owner.companyId, of)
      return others[kind]().filter((one) => one.of === meant && one.stage !== 'over')
    },
  }
}

/** A form is there once the stream of its person's forms has taken it up. */
function formsIn(events: readonly StoredEvent[]): readonly RecordInLog[] {
  const persons = new Map(
    decoded([customerFormEvents], events).flatMap(({ event }) =>
      event.type === 'FormSubmitted' ? [[event.data.formId, event.data.personRef]] : [],
    ),
  )
  return decoded([personFormsEvents], events).map(({ event: { data } }) => ({
    id: data.formId,
    of: persons.get(data.formId) ?? 'nobody',
    stage: 'there',
  }))
}

const checksIn = (events: readonly StoredEvent[]): readonly RecordInLog[] =>
  decoded([sanctionCheckEvents], events).map(({ event: { data } }) => ({
    id: data.checkId,
    of: data.personRef ?? 'nobody',
    stage: 'there',
  }))

/** A query that has failed is in the history, and the label has not been verified by it. */
function labelsIn(events: readonly StoredEvent[]): readonly RecordInLog[] {
  const labels = new Map<string, RecordInLog>()
  for (const { event } of decoded([kmtsVerificationEvents], events)) {
    const { verificationId: id } = event.data
    const known = labels.get(id)
    if (event.type === 'KmtsQueryStarted')
      labels.set(id, { id, of: event.data.scannedCode, stage: 'open' })
    else if (known !== undefined)
      labels.set(id, { ...known, stage: event.type === 'KmtsChecked' ? 'there' : 'over' })
  }
  return [...labels.values()]
}
