import { assertNever } from '#kernel/domain/assert-never.ts'
import { bankAccounts } from '#kernel/records/bank-accounts.ts'
import { customerForms } from '#kernel/records/customer-forms.ts'
import { customers } from '#kernel/records/customers.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { invoices } from '#kernel/records/invoices.ts'
import { kmtsVerifications } from '#kernel/records/kmts-verifications.ts'
import { type RecordOf, type Sections } from '#kernel/records/record.ts'
import { detail } from '#kernel/records/response.ts'
import type { Subject } from '../nouns.ts'
import { bankTransactionDetail } from './bank-transaction.ts'
import { companyDetail } from './company.ts'
import type { Rows } from './rows.ts'
import { sanctionCheckDetail } from './sanction-check.ts'

/** The `data` of the detail response that these tables give; undefined for a 404. */
export async function detailOf(rows: Rows, { noun, id }: Subject): Promise<object | undefined> {
  switch (noun) {
    case 'expense-voucher':
      return detailIn(rows, expenseVouchers, id)
    case 'invoice':
      return detailIn(rows, invoices, id)
    case 'kmts-verification':
      return detailIn(rows, kmtsVerifications, id)
    case 'customer':
      return detailIn(rows, customers, id)
    case 'customer-form':
      return detailIn(rows, customerForms, id)
    case 'bank-account':
      return detailIn(rows, bankAccounts, id)
    case 'bank-transaction':
      return bankTransactionDetail(rows, id)
    case 'sanction-check':
      return sanctionCheckDetail(rows, id)
    case 'company':
      return companyDetail(rows, id)
    default:
      return assertNever(noun)
  }
}

async function detailIn<S extends Sections, C extends object>(
  rows: Rows,
  record: RecordOf<S, C>,
  id: string,
): Promise<object | undefined> {
  const row = await rows.find(record, id)
  return row && detail(record, row)
}
