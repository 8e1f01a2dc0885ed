import type { bankAccountTable } from './read-models/bank-accounts/table.ts'
import type {
  bankTransactionTable,
  checkedPersonTable,
} from './read-models/bank-transactions/tables.ts'
import type {
  apiKeyTable,
  companySettingsTable,
  companyTable,
  priceTable,
} from './read-models/companies/tables.ts'
import type { customerEventTable } from './read-models/customer-events/table.ts'
import type { customerFormTable } from './read-models/customer-forms/table.ts'
import type { customerTable } from './read-models/customers/table.ts'
import type { expenseVoucherTable } from './read-models/expense-vouchers/table.ts'
import type { idvSessionTable } from './read-models/idv-sessions/table.ts'
import type { invoiceTable } from './read-models/invoices/table.ts'
import type { kmtsVerificationTable } from './read-models/kmts-verifications/table.ts'
import type { sanctionCheckTable } from './read-models/sanction-checks/table.ts'
import type { templateTable } from './read-models/templates/table.ts'
import type { ReadRow } from './runtime/table.ts'
import type { checkpointTable } from './runtime/tables.ts'

/** The tables that queries may read, in the schema `read_model`: `db.withSchema('read_model')`. */
export interface ReadDatabase {
  readonly company: ReadRow<typeof companyTable>
  readonly company_settings: ReadRow<typeof companySettingsTable>
  readonly api_key: ReadRow<typeof apiKeyTable>
  readonly price: ReadRow<typeof priceTable>
  readonly template: ReadRow<typeof templateTable>
  readonly bank_account: ReadRow<typeof bankAccountTable>
  readonly customer: ReadRow<typeof customerTable>
  readonly customer_form: ReadRow<typeof customerFormTable>
  readonly customer_event: ReadRow<typeof customerEventTable>
  readonly idv_session: ReadRow<typeof idvSessionTable>
  readonly bank_transaction: ReadRow<typeof bankTransactionTable>
  readonly checked_person: ReadRow<typeof checkedPersonTable>
  readonly expense_voucher: ReadRow<typeof expenseVoucherTable>
  readonly invoice: ReadRow<typeof invoiceTable>
  readonly sanction_check: ReadRow<typeof sanctionCheckTable>
  readonly kmts_verification: ReadRow<typeof kmtsVerificationTable>
  readonly checkpoint: ReadRow<typeof checkpointTable>
}
