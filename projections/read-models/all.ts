import type { Table } from '#projections/runtime/table.ts'
import { checkpointTable, lastChangeTable } from '#projections/runtime/tables.ts'
import { bankAccountTable } from './bank-accounts/table.ts'
import { bankTransactionTable, transactionUseTable } from './bank-transactions/tables.ts'
import { apiKeyTable, companySettingsTable, companyTable, priceTable } from './companies/tables.ts'
import { customerTable } from './customers/table.ts'
import { expenseVoucherTable } from './expense-vouchers/table.ts'
import { templateTable } from './templates/table.ts'

/** Every table of the schema, in the order in which they are made and written. */
export const allTables: readonly Table[] = [
  checkpointTable,
  lastChangeTable,
  companyTable,
  companySettingsTable,
  apiKeyTable,
  priceTable,
  templateTable,
  bankAccountTable,
  customerTable,
  transactionUseTable,
  bankTransactionTable,
  expenseVoucherTable,
]
