import { detailedTransaction } from '#kernel/responses/bank-transactions.ts'
import type { Rows } from './rows.ts'

/** Includes the related records that the query service adds. */
export async function bankTransactionDetail(rows: Rows, id: string): Promise<object | undefined> {
  const [transaction] = await rows.of('bank_transaction', 'id = $1', [id])
  if (transaction === undefined) return undefined
  const { id_no, voucher_id, invoice_id, person_ref } = transaction
  const byNumber = 'id_no = $1 order by updated_at desc limit 1'
  const [customer] = id_no === null ? [] : await rows.of('customer', byNumber, [id_no])
  const [voucher] = await rows.of('expense_voucher', 'id = $1', [voucher_id])
  const [invoice] = await rows.of('invoice', 'id = $1', [invoice_id])
  const [person] = await rows.of('checked_person', 'person_ref = $1', [person_ref])
  const [check] = await rows.of('sanction_check', 'id = $1', [person?.check_id ?? null])
  const shown = { ...transaction, invoice_number: invoice?.invoice_number ?? null }
  return detailedTransaction(shown, { customer, voucher, invoice, check })
}
