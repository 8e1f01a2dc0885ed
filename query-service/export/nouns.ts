import { bankAccounts } from '#kernel/records/bank-accounts.ts'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { customerForms } from '#kernel/records/customer-forms.ts'
import { customers } from '#kernel/records/customers.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { invoices } from '#kernel/records/invoices.ts'
import { kmtsVerifications } from '#kernel/records/kmts-verifications.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { sanctionChecks } from '#kernel/records/sanction-checks.ts'
import { templates } from '#kernel/records/templates.ts'
import { besideTransactions } from '#query/bank-transactions/bank-transactions.ts'
import type { BesideOf } from '#query/listing/page.ts'

export interface ExportNoun {
  readonly record: AnyRecord
  /** Values from other tables. */
  readonly beside: BesideOf
}

const alone = (record: AnyRecord): ExportNoun => ({ record, beside: () => [] })

/** What can be exported, by the last part of its path in the API. */
export const exportNouns = {
  'bank-accounts': alone(bankAccounts),
  'bank-transactions': { record: bankTransactions, beside: besideTransactions },
  'customer-events': alone(customerEvents),
  customers: alone(customers),
  expenses: alone(expenseVouchers),
  invoices: alone(invoices),
  'kmts-verifications': alone(kmtsVerifications),
  'sanction-checks': alone(sanctionChecks),
  'invoice-variables': alone(templates),
  verifications: alone(customerForms),
} as const satisfies Readonly<Record<string, ExportNoun>>

export type ExportNounName = keyof typeof exportNouns
