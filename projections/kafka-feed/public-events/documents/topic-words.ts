import type { topics } from '../decision.ts'

export const topicWords: Readonly<Record<(typeof topics)[number], string>> = {
  'sarraf.customers.v1':
    'Customers, the forms by which people become customers, and entries of the customer register.',
  'sarraf.bank-transactions.v1': 'Money that came into or went out of the company’s bank accounts.',
  'sarraf.invoices.v1': 'Sales: from the request of an invoice to its being official or cancelled.',
  'sarraf.expense-vouchers.v1':
    'Purchases from private people: from the draft of a voucher to its being final or deleted.',
  'sarraf.kmts-verifications.v1':
    'Queries whether a piece of precious metal is genuine, in the register of marked articles (KMTS).',
  'sarraf.sanction-checks.v1': 'Look-ups of people in the sanction lists, and how much was found.',
  'sarraf.log-heads.v1':
    'Signatures of how the whole log stood, for those who check that history was not rewritten.',
}
