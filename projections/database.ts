import { bankAccounts } from '#kernel/records/bank-accounts.ts'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { customerForms } from '#kernel/records/customer-forms.ts'
import { customers } from '#kernel/records/customers.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { idvSessions } from '#kernel/records/idv-sessions.ts'
import { invoices } from '#kernel/records/invoices.ts'
import { kmtsVerifications } from '#kernel/records/kmts-verifications.ts'
import { sanctionChecks } from '#kernel/records/sanction-checks.ts'
import type { ReadRow, Table } from '#kernel/records/table.ts'
import { templates } from '#kernel/records/templates.ts'
import { checkedPersonTable } from './read-models/bank-transactions/tables.ts'
import {
  apiKeyTable,
  companySettingsTable,
  companyTable,
  priceTable,
} from './read-models/companies/tables.ts'
import { listCountTables } from './runtime/list-counts.ts'
import { checkpointTable } from './runtime/tables.ts'

/** The tables that readers may read, in the schema `READ_MODEL`. */
export const readTables = {
  company: companyTable,
  company_settings: companySettingsTable,
  api_key: apiKeyTable,
  price: priceTable,
  template: templates,
  bank_account: bankAccounts,
  customer: customers,
  customer_form: customerForms,
  customer_event: customerEvents,
  idv_session: idvSessions,
  bank_transaction: bankTransactions,
  checked_person: checkedPersonTable,
  expense_voucher: expenseVouchers,
  invoice: invoices,
  sanction_check: sanctionChecks,
  kmts_verification: kmtsVerifications,
  checkpoint: checkpointTable,
} as const

export type ReadDatabase = {
  readonly [Name in keyof typeof readTables]: ReadRow<(typeof readTables)[Name]>
}

/** Every column that queries read, including those of list counts. */
export const readColumns: readonly { readonly table: string; readonly column: string }[] =
  Object.values<Table>(readTables).flatMap(columnsOf)

function columnsOf(table: Table) {
  const own = Object.keys(table.columns).map((column) => ({ table: table.name, column }))
  return own.concat(listCountTables(table).map((counts) => ({ table: counts, column: 'n' })))
}
