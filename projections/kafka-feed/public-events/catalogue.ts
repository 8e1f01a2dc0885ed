import { bankTransactions } from './bank-transactions.ts'
import { customerForms, customers, personForms, register } from './customers.ts'
import type { DecidedFamily } from './decision.ts'
import { expenseVouchers } from './expense-vouchers.ts'
import { invoices } from './invoices.ts'
import { kmtsVerifications } from './kmts-verifications.ts'
import { logHeads } from './log-heads.ts'
import { sanctionChecks } from './sanction-checks.ts'

/** The event families with public events. */
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

/** The other families, and why they have no public events. */
export const keptFamilies: Readonly<Record<string, string>> = {
  company: 'the company’s own data, which consumers have elsewhere',
  companySettings: 'settings, not business events',
  screeningSettings: 'settings, not business events',
  apiKey: 'credentials',
  providerAccount: 'credentials',
  price: 'list prices; each document contains the price that was used (`exchanges`)',
  template: 'the company’s catalogue; each document contains what was used of it',
  bankAccount: 'contains names and IBANs; transactions refer to the account by its id',
  bankQuery: 'how the bank was queried; its answers are the bank transactions',
  idvSession: 'the result is entirely personal, and the rest is meaningless by itself',
  documentLedger: 'claims that guard against a second document; the documents are published',
  transactionClaim: 'claims that guard against a second document; the documents are published',
  numberBook: 'number assignments; the documents contain the numbers',
  rescreening: 'belongs to the whole system, not a company; each match is a check of its own',
  sanctionList: 'belongs to the whole system, not a company; checks name the version they used',
}
