import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import {
  braceletLine,
  invoiceContent,
  invoiceHappenings,
  type RequestedInvoice,
} from '#test/support/invoice-events.ts'
import { unnamedParty } from '#test/support/parties.ts'

const noClaims = { ledger: null, transaction: null }

const bare: Partial<RequestedInvoice> = {
  source: 'manual',
  bankTransactionId: null,
  isDraft: true,
  invoiceType: 'SATIS',
  exemptionCode: null,
  channel: 'einvoice',
  integrator: null,
  serial: null,
  customer: unnamedParty,
  lines: [{ ...braceletLine, unitType: 'C62', isExtra: true }],
  payment: {
    type: 'other',
    bankName: null,
    iban: null,
    approvalCode: null,
    expenseNumber: null,
    note: null,
  },
  description: null,
  currentCode: null,
  claims: noClaims,
}

/** Events of an invoice: each type, full and with all left out that may be. */
export function invoiceExamples(invoiceId: string): readonly InvoiceEvent[] {
  const events = invoiceHappenings(invoiceId)
  return [
    events.requested(),
    events.requested(bare),
    events.submissionStarted(),
    events.issued(),
    events.issued({ attemptId: null, invoiceNumber: null }),
    events.draftKept(),
    events.submissionRefused(),
    events.submissionRefused({ attemptId: null, claims: noClaims }),
    events.submissionUnknown(),
    events.statusAsked(),
    events.draftDeletionStarted(),
    events.draftDeletionRefused(),
    events.draftDeletionUnknown(),
    events.draftDeleted(),
    events.draftDeleted({ bankTransactionId: null, claims: noClaims }),
    events.recordDeleted(),
    events.abandoned(invoiceContent.claims),
    events.abandoned(),
    events.resolved('accepted'),
    events.resolved('neverArrived'),
    events.cancelled(),
  ]
}
