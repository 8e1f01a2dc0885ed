import type { Static } from 'typebox'
import type { DetailedTransaction } from '#kernel/contract/bank-transactions.ts'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { invoiceStatusOf } from '#kernel/records/invoices.ts'
import { type DetailRow } from '#kernel/records/record.ts'
import { detail } from '#kernel/records/response.ts'
import { type KeptMatches, keptMatches } from '#kernel/records/sanction-matches.ts'

type Detailed = Static<typeof DetailedTransaction>

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
  readonly is_cancelled: boolean
  readonly document_mode: 'paper' | 'electronic'
}

interface InvoiceRow {
  readonly id: string
  readonly uuid: string | null
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

export const detailedTransaction = (
  row: DetailRow<typeof bankTransactions.sections>,
  { customer, voucher, invoice, check }: TransactionCircumstances,
): Detailed => ({
  ...detail(bankTransactions, row),
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
  cancelled: voucher.is_cancelled,
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
