import { customers } from '#kernel/records/customers.ts'
import { tableRows } from '#projections/runtime/rows.ts'
import { searchableRows } from '#projections/runtime/searchable-rows.ts'
import { lastChangeTable } from '#projections/runtime/tables.ts'
import { bankAccountTable } from './bank-accounts/table.ts'
import {
  bankTransactionTable,
  checkedPersonTable,
  MOST_CHECKED_TRANSACTIONS,
  transactionUseTable,
} from './bank-transactions/tables.ts'
import { apiKeyTable, companySettingsTable, companyTable, priceTable } from './companies/tables.ts'
import { customerEventTable } from './customer-events/table.ts'
import { customerFormTable } from './customer-forms/table.ts'
import { expenseVoucherTable } from './expense-vouchers/table.ts'
import { idvSessionTable } from './idv-sessions/table.ts'
import { invoiceTable } from './invoices/table.ts'
import { kmtsVerificationTable } from './kmts-verifications/table.ts'
import { sanctionCheckTable } from './sanction-checks/table.ts'
import { templateTable } from './templates/table.ts'

/** Every table that is folded from the log, with the rows that the batch in hand looks at. */
export const createReadModel = (schema: string) => ({
  lastChange: tableRows(schema, lastChangeTable),
  company: tableRows(schema, companyTable),
  companySettings: tableRows(schema, companySettingsTable),
  apiKey: tableRows(schema, apiKeyTable),
  price: tableRows(schema, priceTable),
  template: tableRows(schema, templateTable),
  bankAccount: tableRows(schema, bankAccountTable),
  customer: tableRows(schema, customers),
  customerForm: tableRows(schema, customerFormTable),
  customerEvent: tableRows(schema, customerEventTable),
  idvSession: tableRows(schema, idvSessionTable),
  transactionUse: tableRows(schema, transactionUseTable),
  bankTransaction: searchableRows(tableRows(schema, bankTransactionTable), {
    schema,
    column: 'person_ref',
    limit: MOST_CHECKED_TRANSACTIONS,
  }),
  checkedPerson: tableRows(schema, checkedPersonTable),
  expenseVoucher: tableRows(schema, expenseVoucherTable),
  invoice: tableRows(schema, invoiceTable),
  sanctionCheck: tableRows(schema, sanctionCheckTable),
  kmtsVerification: tableRows(schema, kmtsVerificationTable),
})

export type ReadModel = ReturnType<typeof createReadModel>
