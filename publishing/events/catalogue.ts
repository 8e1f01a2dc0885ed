import { bankTransactions } from './bank-transactions.ts'
import { customerForms, customers, personForms, register } from './customers.ts'
import type { DecidedFamily, topics } from './decision.ts'
import { bankAccounts, prices, templates } from './dimensions.ts'
import { expenseVouchers } from './expense-vouchers.ts'
import { invoices } from './invoices.ts'
import { kmtsVerifications } from './kmts-verifications.ts'
import { logHeads } from './log-heads.ts'
import { sanctionChecks } from './sanction-checks.ts'

/** The event families with public events. */
export const catalogue: readonly DecidedFamily<(typeof topics)[number]>[] = [
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

/** The event families whose current state alone is public. */
export const dimensions: readonly DecidedFamily[] = [templates, bankAccounts, prices]

/** The other families, and why they have no public events. */
export const keptFamilies: Readonly<Record<string, string>> = {
  company: 'the company’s own data, which consumers have elsewhere',
  companySettings: 'settings, not business events',
  screeningSettings: 'settings, not business events',
  apiKey: 'credentials',
  providerAccount: 'credentials',
  webhookEndpoint: 'where events go, and credentials',
  bankQuery: 'how the bank was queried; its answers are the bank transactions',
  setAsideBooking: 'what could not be read of a bank’s answer, which may be personal',
  idvSession: 'the result is entirely personal, and the rest is meaningless by itself',
  documentLedger: 'claims that guard against a second document; the documents are published',
  transactionClaim: 'claims that guard against a second document; the documents are published',
  numberBook: 'number assignments; the documents contain the numbers',
  access: 'which records were viewed and by whom, which concerns auditors only',
  person: 'that a person’s data was destroyed, which is personal itself',
  rescreening: 'belongs to the whole system, not a company; each match is a check of its own',
  sanctionList: 'belongs to the whole system, not a company; checks name the version they used',
}
