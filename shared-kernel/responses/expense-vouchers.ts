import type { Static } from 'typebox'
import type { DetailedVoucher, ListedVoucher } from '#kernel/contract/expense-reads.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { unitNames } from '#kernel/domain/unit-name.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'
import { type DocumentRow, documentOfRow } from './electronic-voucher.ts'

type Listed = Static<typeof ListedVoucher>
type Detailed = Static<typeof DetailedVoucher>

/** A row of `expense_voucher`: decimals and microseconds as text. */
export interface VoucherRow extends DocumentRow<Date> {
  readonly id: string
  readonly source: Listed['source']
  readonly bank_transaction_id: string | null
  readonly is_draft: boolean
  readonly is_finalized: boolean
  readonly print_date: Date | null
  readonly serial: string
  readonly number: string | null
  readonly amount: string
  readonly exchanges: string
  readonly price: string
  readonly quantity: string
  readonly unit_type: keyof typeof unitNames
  readonly attribute: string
  readonly template_key: string
  readonly template_title: string
  readonly document_mode: Listed['documentMode']
  readonly id_no: string | null
  readonly name: string | null
  readonly tax_office: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly phone: string | null
  readonly mail: string | null
  readonly web_site: string | null
  readonly country: string | null
  readonly transaction_date: Date
  readonly description: string | null
  readonly current_code: string | null
  readonly bank_name: string | null
  readonly invoice_no: string | null
  readonly is_swap: boolean | null
  readonly created_at: string
  readonly updated_at: string
}

export const listedVoucher = (row: VoucherRow): Listed => ({
  id: row.id,
  source: row.source,
  sourceId: row.bank_transaction_id,
  isDraft: row.is_draft,
  isFinalized: row.is_finalized,
  printDate: row.print_date?.toISOString() ?? null,
  serial: row.serial,
  number: row.number,
  amount: toJsonNumber(row.amount),
  quantity: toJsonNumber(row.quantity),
  price: toJsonNumber(row.price),
  unitName: unitNames[row.unit_type],
  attribute: row.attribute,
  template: { key: row.template_key, title: row.template_title },
  customer: { taxNumber: row.id_no, name: row.name },
  idNo: row.id_no,
  transactionDate: row.transaction_date.toISOString(),
  documentMode: row.document_mode,
  state: row.state,
  createdAt: isoMicroseconds(row.created_at),
  updatedAt: isoMicroseconds(row.updated_at),
})

export const detailedVoucher = (row: VoucherRow): Detailed => ({
  ...listedVoucher(row),
  exchanges: toJsonNumber(row.exchanges),
  description: row.description,
  currentCode: row.current_code,
  bankName: row.bank_name,
  invoiceNo: row.invoice_no,
  isSwap: row.is_swap,
  customer: {
    taxNumber: row.id_no,
    name: row.name,
    taxOffice: row.tax_office,
    address: row.address,
    district: row.district,
    city: row.city,
    phone: row.phone,
    mail: row.mail,
    webSite: row.web_site,
    country: row.country,
  },
  eDocument: documentOfRow(row, (moment) => moment.toISOString()),
})
