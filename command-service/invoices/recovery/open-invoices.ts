import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  at,
  type ClaimStep,
  evolveClaims,
  openFields,
  put,
  without,
} from '#command/claims/open-claims.ts'
import type { OpenWork } from '#command/event-sourcing/process-manager.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import type { Recorded } from '#kernel/platform/recording.ts'

/**
 * An invoice on its way: claims without an invoice, a call whose outcome is not recorded or not known, a
 * draft that is to be deleted, claims to give back.
 */
const OpenInvoice = Type.Object({
  ...openFields,
  stage: Type.Enum(['claimed', 'submitting', 'unknown', 'deleting', 'givenUp']),
  isDraft: Type.Boolean(),
  /** How often the integrator was asked, or told to delete, in vain; and when it is asked again. */
  asked: Type.Integer(),
  dueAt: Type.Number(),
})
export type OpenInvoice = Static<typeof OpenInvoice>

const SavedWork = Type.Record(Type.String(), OpenInvoice)

export type InvoiceStep = InvoiceEvent | ClaimStep

/** What was saved as a plain object; undefined when it is not what this version saves. */
export const openInvoicesFrom = (saved: unknown): OpenWork<OpenInvoice> | undefined =>
  Value.Check(SavedWork, saved) ? new Map(Object.entries(saved)) : undefined

/** The to-do list after one more event of the log. */
export function evolveOpenInvoices(
  work: OpenWork<OpenInvoice>,
  recorded: Recorded<InvoiceStep>,
): OpenWork<OpenInvoice> {
  const { event } = recorded
  switch (event.type) {
    case 'DocumentClaimed':
    case 'DocumentReleased':
    case 'TransactionClaimed':
    case 'TransactionReleased':
      return evolveClaims(work, { ...recorded, event }, claiming)
    default:
      return evolveInvoices(work, { ...recorded, event })
  }
}

function evolveInvoices(
  work: OpenWork<OpenInvoice>,
  recorded: Recorded<InvoiceEvent>,
): OpenWork<OpenInvoice> {
  const { event } = recorded
  const { invoiceId: id } = event.data
  const before = work.get(id)
  const kept = { ...beginning, isDraft: before?.isDraft ?? false, asked: before?.asked ?? 0 }
  switch (event.type) {
    case 'InvoiceRequested': {
      const { isDraft } = event.data
      return put(work, id, { ...kept, ...at(recorded), isDraft, stage: 'submitting' })
    }
    case 'SubmissionStarted':
      return put(work, id, { ...kept, ...at(recorded), stage: 'submitting' })
    case 'SubmissionUnknown':
      return put(work, id, { ...kept, ...at(recorded), stage: 'unknown' })
    case 'StatusAsked': {
      const dueAt = Date.parse(event.data.nextAt)
      const asked = kept.asked + 1
      return put(work, id, { ...kept, ...at(recorded), stage: 'unknown', asked, dueAt })
    }
    case 'DraftDeletionStarted':
      return put(work, id, { ...kept, ...at(recorded), stage: 'deleting' })
    case 'DraftDeletionUnknown': {
      const asked = kept.asked + 1
      return put(work, id, { ...kept, ...at(recorded), stage: 'deleting', asked })
    }
    case 'InvoiceIssued':
    case 'DraftKept':
    case 'DraftDeletionRefused':
      return without(work, id)
    case 'SubmissionRefused':
    case 'DraftDeleted':
    case 'RecordDeleted':
      return put(work, id, { ...kept, ...at(recorded), ...event.data.claims, stage: 'givenUp' })
    case 'OutcomeResolved':
      return event.data.resolvedAs === 'accepted'
        ? work
        : put(work, id, { ...kept, ...at(recorded), ...event.data.claims, stage: 'givenUp' })
    case 'InvoiceAbandoned': {
      if (before === undefined) return work
      const { ledger, transaction } = before
      return put(work, id, { ...kept, ...at(recorded), ledger, transaction, stage: 'givenUp' })
    }
    case 'InvoiceCancelled':
      return work
    default:
      return assertNever(event)
  }
}

const beginning = { isDraft: false, asked: 0, dueAt: 0 }

const claiming = {
  kind: 'invoice',
  claimed: (claims: Pick<OpenInvoice, keyof typeof openFields>): OpenInvoice => ({
    ...beginning,
    ...claims,
    stage: 'claimed',
  }),
  isMore: ({ stage }: OpenInvoice) => stage !== 'claimed' && stage !== 'givenUp',
} as const
