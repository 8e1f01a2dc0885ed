import { bankTransactions } from './bank-transactions.ts'
import { customerForms, customers, personForms, register } from './customers.ts'
import type { DecidedFamily } from './decision.ts'
import { expenseVouchers } from './expense-vouchers.ts'
import { invoices } from './invoices.ts'
import { kmtsVerifications } from './kmts-verifications.ts'
import { logHeads } from './log-heads.ts'
import { sanctionChecks } from './sanction-checks.ts'

/** The families that have events in the feed. */
export const catalogue: readonly DecidedFamily[] = [
  customers,
  customerForms,
  personForms,
  register,
  bankTransactions,
  invoices,
  expenseVouchers,
  kmtsVerifications,
  sanctionChecks,
  logHeads,
]

/** The others, and why nothing of them is in the feed. */
export const keptFamilies: Readonly<Record<string, string>> = {
  company: 'the company’s own record, which its readers keep elsewhere',
  companySettings: 'settings, no business',
  apiKey: 'credentials',
  providerAccount: 'credentials',
  price: 'list prices; the price that counted stands in each document (`exchanges`)',
  template: 'the company’s catalogue; what counted of it stands in each document',
  bankAccount: 'holds names and IBANs; transactions name the account by its id',
  bankQuery: 'how the bank was asked; what it answered is in the bank transactions',
  idvSession: 'the result is personal in whole, and what is left says nothing by itself',
  documentLedger: 'claims that guard against a second document; the documents are published',
  transactionClaim: 'claims that guard against a second document; the documents are published',
  numberBook: 'numbers as they are taken; they stand in the documents',
  sanctionList: 'the whole system’s, no company’s; checks name the version they were made against',
}
