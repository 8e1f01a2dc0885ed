import { assertNever } from '#kernel/domain/assert-never.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { bankAccounts } from '#kernel/records/bank-accounts.ts'
import { customerForms } from '#kernel/records/customer-forms.ts'
import { customers, OLDEST, STRICTEST } from '#kernel/records/customers.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { invoices } from '#kernel/records/invoices.ts'
import { kmtsVerifications } from '#kernel/records/kmts-verifications.ts'
import { type RecordOf, type Sections } from '#kernel/records/record.ts'
import { detail } from '#kernel/records/response.ts'
import { detailedTransaction } from '#kernel/responses/bank-transactions.ts'
import { detailedSanctionCheck } from '#kernel/responses/sanction-checks.ts'
import type { Subject } from '../nouns.ts'
import { companyDetail } from './company.ts'
import type { Rows } from './rows.ts'

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

/** Includes the related records that the query service adds. */
async function bankTransactionDetail(rows: Rows, id: string): Promise<object | undefined> {
  const [transaction] = await rows.of('bank_transaction', 'id = $1', [id])
  if (transaction === undefined) return undefined
  const { id_no, voucher_id, invoice_id, person_ref } = transaction
  const [customer] =
    id_no === null ? [] : await rows.of('customer', OF_NUMBER, [normalNumber(id_no), id_no])
  const [voucher] = await rows.of('expense_voucher', 'id = $1', [voucher_id])
  const [invoice] = await rows.of('invoice', 'id = $1', [invoice_id])
  const [person] = await rows.of('checked_person', 'person_ref = $1', [person_ref])
  const [check] = await rows.of('sanction_check', 'id = $1', [person?.check_id ?? null])
  const shown = { ...transaction, invoice_number: invoice?.invoice_number ?? null }
  return detailedTransaction(shown, { customer, voucher, invoice, check })
}

const STRICTEST_FIRST = `order by ${STRICTEST}, id_no = $2 desc, ${OLDEST} limit 1`
const OF_NUMBER = `normal_number = $1 ${STRICTEST_FIRST}`

const MAX_EVENTS = 100

/** Includes the person's records that the query service adds. */
async function sanctionCheckDetail(rows: Rows, id: string): Promise<object | undefined> {
  const [check] = await rows.of('sanction_check', 'id = $1', [id])
  if (check === undefined) return undefined
  const { source, customer_id } = check
  const searched = source === 'panel' ? check.id_no : null
  const [customer] = await (customer_id === null
    ? rows.of('customer', OF_NUMBER, [searched && normalNumber(searched), searched])
    : rows.of('customer', 'id = $1', [customer_id]))
  const number = check.id_no ?? customer?.id_no ?? null
  const events = await rows.of(
    'customer_event',
    `normal_number = $1 or customer_id = $2 order by event_date desc, id desc limit ${MAX_EVENTS}`,
    [number && normalNumber(number), customer?.id ?? null],
  )
  return detailedSanctionCheck(check, { customer, events })
}
