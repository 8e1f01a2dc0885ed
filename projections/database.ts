import { customers } from '#kernel/records/customers.ts'
import type { ReadRow } from '#kernel/records/table.ts'
import { bankAccountTable } from './read-models/bank-accounts/table.ts'
import { bankTransactionTable, checkedPersonTable } from './read-models/bank-transactions/tables.ts'
import {
  apiKeyTable,
  companySettingsTable,
  companyTable,
  priceTable,
} from './read-models/companies/tables.ts'
import { customerEventTable } from './read-models/customer-events/table.ts'
import { customerFormTable } from './read-models/customer-forms/table.ts'
import { expenseVoucherTable } from './read-models/expense-vouchers/table.ts'
import { idvSessionTable } from './read-models/idv-sessions/table.ts'
import { invoiceTable } from './read-models/invoices/table.ts'
import { kmtsVerificationTable } from './read-models/kmts-verifications/table.ts'
import { sanctionCheckTable } from './read-models/sanction-checks/table.ts'
import { templateTable } from './read-models/templates/table.ts'
import { checkpointTable } from './runtime/tables.ts'

/** The tables that queries may read, in the schema `read_model`: `db.withSchema('read_model')`. */
export const readTables = {
  company: companyTable,
  company_settings: companySettingsTable,
  api_key: apiKeyTable,
  price: priceTable,
  template: templateTable,
  bank_account: bankAccountTable,
  customer: customers,
  customer_form: customerFormTable,
  customer_event: customerEventTable,
  idv_session: idvSessionTable,
  bank_transaction: bankTransactionTable,
  checked_person: checkedPersonTable,
  expense_voucher: expenseVoucherTable,
  invoice: invoiceTable,
  sanction_check: sanctionCheckTable,
  kmts_verification: kmtsVerificationTable,
  checkpoint: checkpointTable,
} as const

export type ReadDatabase = {
  readonly [Name in keyof typeof readTables]: ReadRow<(typeof readTables)[Name]>
}
