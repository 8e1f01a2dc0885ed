import { bankAccounts } from './bank-accounts.ts'
import { bankTransactions } from './bank-transactions.ts'
import { customerEvents } from './customer-events.ts'
import { customerForms } from './customer-forms.ts'
import { customers } from './customers.ts'
import { expenseVouchers } from './expense-vouchers.ts'
import { idvSessions } from './idv-sessions.ts'
import { invoices } from './invoices.ts'
import { kmtsVerifications } from './kmts-verifications.ts'
import { sanctionChecks } from './sanction-checks.ts'
import { templates } from './templates.ts'

/** Every record. Its table is named as here, in snake case. */
export const records = {
  template: templates,
  bankAccount: bankAccounts,
  customer: customers,
  customerForm: customerForms,
  customerEvent: customerEvents,
  idvSession: idvSessions,
  bankTransaction: bankTransactions,
  expenseVoucher: expenseVouchers,
  invoice: invoices,
  sanctionCheck: sanctionChecks,
  kmtsVerification: kmtsVerifications,
} as const

export type RecordName = keyof typeof records

/** The tables whose rows have the number of a person. All but the invoices have the pseudonym made of it, too. */
export const tablesOfPeople = [
  'customer',
  'customer_form',
  'customer_event',
  'idv_session',
  'bank_transaction',
  'expense_voucher',
  'invoice',
  'sanction_check',
] as const
