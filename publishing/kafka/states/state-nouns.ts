import type { Json } from '#publishing/events/public-event.ts'

/** How the state of a noun follows from its public events. */
export interface StateNoun {
  /** What the state topic holds, for `docs/events.md`. */
  readonly words: string
  /** Each event has the whole record, so that no earlier one is needed. */
  readonly isWhole?: boolean
  /** The status after an event; an event without one leaves the status as it is. */
  readonly statusAfter?: Readonly<Record<string, string>>
  /** Whether nothing is left after the event. */
  readonly isDeletedBy?: (event: string, data: Json) => boolean
}

/** The nouns with a topic of their current state. */
export const stateNouns: Readonly<Record<string, StateNoun>> = {
  customer: { words: 'Customers.', isWhole: true },
  'customer-form': {
    words: 'Customer forms; a deleted one is gone.',
    statusAfter: { FormSubmitted: 'submitted', FormTakenUp: 'takenUp', FormDecided: 'decided' },
    isDeletedBy: (event, { deleted }) => event === 'FormDecided' && deleted === true,
  },
  'customer-event': { words: 'Customer events (sicil).', isWhole: true },
  'bank-transaction': { words: 'Bank transactions.', isWhole: true },
  invoice: {
    words: 'Invoices; a deleted draft is gone.',
    statusAfter: {
      InvoiceRequested: 'requested',
      DraftKept: 'draft',
      SubmissionRefused: 'refused',
      SubmissionUnknown: 'unknown',
      InvoiceIssued: 'issued',
      OutcomeResolved: 'resolved',
      InvoiceCancelled: 'cancelled',
      InvoiceImported: 'issued',
    },
    isDeletedBy: (event) => event === 'DraftDeleted' || event === 'RecordDeleted',
  },
  'expense-voucher': {
    words:
      'Expense vouchers; a deleted or abandoned one is gone. One that was cancelled stays `finalized` and has `cancelledAt`.',
    statusAfter: {
      VoucherDrafted: 'draft',
      VoucherPrepared: 'prepared',
      PreparationRefused: 'refused',
      SmsSent: 'waitingForCode',
      SmsUnknown: 'waitingForCode',
      CodeRefused: 'waitingForCode',
      SubmissionRefused: 'refused',
      SubmissionUnknown: 'unknown',
      ProviderAccepted: 'accepted',
      OutcomeResolved: 'resolved',
      VoucherFinalized: 'finalized',
      VoucherImported: 'finalized',
    },
    isDeletedBy: (event) => event === 'DraftDeleted' || event === 'VoucherAbandoned',
  },
  'kmts-verification': {
    words: 'Queries of the register (KMTS).',
    statusAfter: {
      KmtsQueryStarted: 'running',
      KmtsChecked: 'answered',
      KmtsQueryFailed: 'failed',
      KmtsVerificationRecorded: 'answered',
    },
  },
  'sanction-check': { words: 'Searches in the sanction lists.', isWhole: true },
  template: {
    words: 'The kinds of articles; a deleted one is gone.',
    isWhole: true,
    isDeletedBy: (_, { deleted }) => deleted === true,
  },
  'bank-account': { words: 'The company’s bank accounts, without IBANs.', isWhole: true },
  price: {
    words: 'The price of each material, and those to come; the key is company and material.',
    isWhole: true,
  },
}

export const stateTopic = (noun: string) => `sarraf.${noun}.state.v1`

export const stateTopics: readonly string[] = Object.keys(stateNouns).map(stateTopic)
