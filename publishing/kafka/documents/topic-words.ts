import type { topics } from '#publishing/events/decision.ts'

export const topicWords: Readonly<Record<(typeof topics)[number], string>> = {
  'sarraf.customers.v1': 'Customers, customer forms and customer events.',
  'sarraf.bank-transactions.v1': 'Incoming and outgoing bank transactions of the company.',
  'sarraf.invoices.v1': 'Sales: from the request of an invoice until it is official or cancelled.',
  'sarraf.expense-vouchers.v1':
    'Purchases from private persons: from the draft of a voucher until it is finalized or deleted.',
  'sarraf.kmts-verifications.v1': 'Queries of the register of security labels and marks (KMTS).',
  'sarraf.sanction-checks.v1':
    'Searches of persons in the sanction lists, with the number of matches.',
  'sarraf.notary.v1':
    'The heads of the log’s hash chain that the notary signed: a witness outside the database (docs/auditing.md). Kept without end.',
}
