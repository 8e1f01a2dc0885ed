import type { Static } from 'typebox'
import type { DetailedTransaction, ListedTransaction } from '#kernel/contract/bank-transactions.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'
import { invoiceStatusOf } from './invoices.ts'
import { type KeptMatches, keptMatches } from './sanction-checks.ts'

type Listed = Static<typeof ListedTransaction>
type Detailed = Static<typeof DetailedTransaction>

/** A row of `bank_transaction`: decimals and microseconds as text. */
export interface TransactionRow {
  readonly id: string
  readonly stamp: string
  readonly incoming: boolean
  readonly transaction_date: Date
  readonly amount: string
  readonly currency: string
  readonly exchange_rate: string | null
  readonly balance: string | null
  readonly bank_code: string | null
  readonly code: string | null
  readonly id_no: string | null
  readonly name_surname: string | null
  readonly iban: string | null
  readonly description: string | null
  readonly comment: string | null
  readonly status: number
  readonly masak_status: number
  readonly is_check: boolean
  readonly invoice_number: string | null
  readonly funds_nature: string | null
  readonly created_date: Date
  readonly updated_at: string
}

/** What other read models say of a transaction and its sender. */
export interface TransactionCircumstances {
  readonly customer: CustomerRow | undefined
  readonly voucher: VoucherRow | undefined
  readonly invoice: InvoiceRow | undefined
  /** The latest one of the sender. */
  readonly check: CheckRow | undefined
}

interface CustomerRow {
  readonly id: string
  readonly name_surname: string | null
  readonly record_level: number | null
}

interface VoucherRow {
  readonly id: string
  readonly serial: string
  readonly number: string | null
  readonly official_number: string | null
  readonly is_finalized: boolean
  readonly document_mode: 'paper' | 'electronic'
}

interface InvoiceRow {
  readonly id: string
  readonly uuid: string
  readonly invoice_number: string | null
  readonly integrator: string | null
  readonly stage: string
  readonly is_draft: boolean
  readonly cancelled_at: Date | null
}

interface CheckRow {
  readonly checked_at: Date
  readonly wanted_query: boolean
  readonly pep_query: boolean
  readonly is_error: boolean
  readonly matches: KeptMatches | null
}

const NO_RECORD = 0

export const listedTransaction = (row: TransactionRow): Listed => ({
  id: row.id,
  stamp: row.stamp,
  incoming: row.incoming,
  transactionDate: row.transaction_date.toISOString(),
  amount: toJsonNumber(row.amount),
  currency: row.currency,
  exchangeRate: numberOrNull(row.exchange_rate),
  balance: numberOrNull(row.balance),
  bankCode: row.bank_code,
  code: row.code,
  idNo: row.id_no,
  nameSurname: row.name_surname,
  iban: row.iban,
  description: row.description,
  status: row.status,
  masakStatus: row.masak_status,
  fundsNature: row.funds_nature,
  isCheck: row.is_check,
  invoiceNumber: row.invoice_number,
  createdDate: row.created_date.toISOString(),
  updatedAt: isoMicroseconds(row.updated_at),
})

export const detailedTransaction = (
  row: TransactionRow,
  { customer, voucher, invoice, check }: TransactionCircumstances,
): Detailed => ({
  ...listedTransaction(row),
  comment: row.comment,
  summaryInfo: customer === undefined ? null : summaryOf(customer),
  expenseData: voucher === undefined ? null : expenseOf(voucher),
  invoiceInfo: invoice === undefined ? null : invoiceOf(invoice),
  masak: { status: row.masak_status, ...checkOf(check) },
})

const summaryOf = ({ id, name_surname, record_level }: CustomerRow): Detailed['summaryInfo'] => ({
  customerId: id,
  customerName: name_surname,
  recordLevel: record_level ?? NO_RECORD,
})

const expenseOf = (voucher: VoucherRow): Detailed['expenseData'] => ({
  voucherId: voucher.id,
  serial: voucher.serial,
  number: voucher.number,
  officialNumber: voucher.official_number,
  isFinalized: voucher.is_finalized,
  documentMode: voucher.document_mode,
})

const invoiceOf = (invoice: InvoiceRow): Detailed['invoiceInfo'] => ({
  invoiceId: invoice.id,
  uuid: invoice.uuid,
  invoiceNumber: invoice.invoice_number,
  status: statusOf(invoice),
  integrator: invoice.integrator,
})

/** Drafts, and invoices whose outcome is not known yet, hold their transaction too. */
function statusOf(invoice: InvoiceRow) {
  if (invoice.stage === 'issued') return invoiceStatusOf(invoice)
  return invoice.is_draft ? 'draft' : 'pending'
}

function checkOf(check: CheckRow | undefined): Omit<Detailed['masak'], 'status'> {
  if (check === undefined) return { lastQueriedAt: null, types: [], isError: false, data: null }
  const { checked_at, wanted_query, pep_query, is_error, matches } = check
  const found = keptMatches(matches)
  const hasFound = Object.values(found).some((ofList) => ofList.length > 0)
  return {
    lastQueriedAt: checked_at.toISOString(),
    types: [
      'masak',
      ...(wanted_query ? (['wanted'] as const) : []),
      ...(pep_query ? (['pep'] as const) : []),
    ],
    isError: is_error,
    data: hasFound ? found : null,
  }
}

const numberOrNull = (decimal: string | null) => (decimal === null ? null : toJsonNumber(decimal))
