import { assertNever } from '#kernel/domain/assert-never.ts'
import { customers } from '#kernel/records/customers.ts'
import { detail } from '#kernel/records/record.ts'
import { bankAccount } from '#kernel/responses/bank-accounts.ts'
import { verification } from '#kernel/responses/customer-forms.ts'
import { detailedVoucher } from '#kernel/responses/expense-vouchers.ts'
import { detailedInvoice } from '#kernel/responses/invoices.ts'
import { kmtsVerification } from '#kernel/responses/kmts.ts'
import type { Subject } from '../nouns.ts'
import { bankTransactionDetail } from './bank-transaction.ts'
import { companyDetail } from './company.ts'
import type { Rows } from './rows.ts'
import { sanctionCheckDetail } from './sanction-check.ts'

/** The `data` of the detail answer, as the tables are; undefined where it would be a 404. */
export async function detailOf(rows: Rows, { noun, id }: Subject): Promise<object | undefined> {
  switch (noun) {
    case 'expense-voucher':
      return answer(await rows.of('expense_voucher', 'id = $1 and visible', [id]), detailedVoucher)
    case 'invoice':
      return answer(await rows.of('invoice', 'id = $1 and visible', [id]), detailedInvoice)
    case 'kmts-verification':
      return answer(await rows.of('kmts_verification', 'id = $1', [id]), kmtsVerification)
    case 'customer':
      return answer(await rows.of('customer', 'id = $1', [id]), (row) => detail(customers, row))
    case 'customer-form':
      return answer(
        await rows.of('customer_form', 'id = $1 and visible and not deleted', [id]),
        verification,
      )
    case 'bank-account':
      return answer(await rows.of('bank_account', 'id = $1', [id]), bankAccount)
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

const answer = <Row>([row]: readonly Row[], make: (row: Row) => object) =>
  row === undefined ? undefined : make(row)
