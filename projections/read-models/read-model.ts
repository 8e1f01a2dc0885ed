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
import { templates } from '#kernel/records/templates.ts'
import { tableRows } from '#projections/runtime/rows.ts'
import { searchableRows } from '#projections/runtime/searchable-rows.ts'
import { lastChangeTable } from '#projections/runtime/tables.ts'
import {
  checkedPersonTable,
  MOST_CHECKED_TRANSACTIONS,
  transactionUseTable,
} from './bank-transactions/tables.ts'
import { apiKeyTable, companySettingsTable, companyTable, priceTable } from './companies/tables.ts'

/** Every table that is made from the log, with the rows that the current batch reads. */
export const createReadModel = (schema: string) => ({
  lastChange: tableRows(schema, lastChangeTable),
  company: tableRows(schema, companyTable),
  companySettings: tableRows(schema, companySettingsTable),
  apiKey: tableRows(schema, apiKeyTable),
  price: tableRows(schema, priceTable),
  template: tableRows(schema, templates),
  bankAccount: tableRows(schema, bankAccounts),
  customer: tableRows(schema, customers),
  customerForm: tableRows(schema, customerForms),
  customerEvent: tableRows(schema, customerEvents),
  idvSession: tableRows(schema, idvSessions),
  transactionUse: tableRows(schema, transactionUseTable),
  bankTransaction: searchableRows(tableRows(schema, bankTransactions), {
    schema,
    column: 'person_ref',
    limit: MOST_CHECKED_TRANSACTIONS,
  }),
  checkedPerson: tableRows(schema, checkedPersonTable),
  expenseVoucher: tableRows(schema, expenseVouchers),
  invoice: tableRows(schema, invoices),
  sanctionCheck: tableRows(schema, sanctionChecks),
  kmtsVerification: tableRows(schema, kmtsVerifications),
})

export type ReadModel = ReturnType<typeof createReadModel>
