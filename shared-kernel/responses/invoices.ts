import type { Static } from 'typebox'
import type { DetailedInvoice, ListedInvoice } from '#kernel/contract/invoice-reads.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'

type Listed = Static<typeof ListedInvoice>
type Detailed = Static<typeof DetailedInvoice>
type Line = Detailed['lines'][number]

/** A line of an invoice's row: decimals as text. */
export interface InvoiceLineRow {
  readonly name: string
  readonly quantity: string
  readonly unitType: Line['unitType']
  readonly stockCode: string | null
  readonly price: string
  readonly amount: string
  readonly lineTotal: string
  readonly kdvPercent: string
  readonly kdvTotal: string
  readonly allowancePrice: string
  readonly allowanceTotal: string
  readonly ozelMatrahTotal: string
  readonly isExtra: boolean
  readonly isDefault: boolean
  readonly isLabor: boolean
}

/** A row of `invoice` that was issued: decimals and microseconds as text. */
export interface InvoiceRow {
  readonly id: string
  readonly source: Listed['module']
  readonly uuid: string
  readonly integrator: string | null
  readonly invoice_type: Listed['invoiceType']
  readonly invoice_number: string | null
  readonly cancelled_at: Date | null
  readonly transaction_date: Date
  readonly lines_total: string
  readonly kdv_total: string
  readonly allowance_total: string
  readonly payable_total: string
  readonly lines: readonly InvoiceLineRow[]
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
  readonly created_at: string
  readonly updated_at: string
}

/** Of what was issued. */
export const invoiceStatusOf = ({ cancelled_at }: Pick<InvoiceRow, 'cancelled_at'>) =>
  cancelled_at === null ? 'issued' : 'cancelled'

export const listedInvoice = (row: InvoiceRow): Listed => ({
  id: row.id,
  transactionDate: row.transaction_date.toISOString(),
  invoiceNumber: row.invoice_number,
  invoiceType: row.invoice_type,
  integrator: row.integrator,
  invoiceStatus: invoiceStatusOf(row),
  linesTotal: toJsonNumber(row.lines_total),
  kdvTotal: toJsonNumber(row.kdv_total),
  allowanceTotal: toJsonNumber(row.allowance_total),
  payableTotal: toJsonNumber(row.payable_total),
  customer: { taxNumber: row.id_no, name: row.name },
  idNo: row.id_no,
  module: row.source,
  createdAt: isoMicroseconds(row.created_at),
  updatedAt: isoMicroseconds(row.updated_at),
})

export const detailedInvoice = (row: InvoiceRow): Detailed => ({
  ...listedInvoice(row),
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
  invoiceInfo: {
    integrator: row.integrator,
    type: row.invoice_type,
    uuid: row.uuid,
    invoiceNumber: row.invoice_number,
    status: invoiceStatusOf(row),
  },
  lines: row.lines.map(lineOf),
})

const lineOf = (line: InvoiceLineRow): Line => ({
  name: line.name,
  quantity: toJsonNumber(line.quantity),
  unitType: line.unitType,
  stockCode: line.stockCode,
  price: toJsonNumber(line.price),
  amount: toJsonNumber(line.amount),
  lineTotal: toJsonNumber(line.lineTotal),
  kdvPercent: toJsonNumber(line.kdvPercent),
  kdvTotal: toJsonNumber(line.kdvTotal),
  allowancePrice: toJsonNumber(line.allowancePrice),
  allowanceTotal: toJsonNumber(line.allowanceTotal),
  ozelMatrahTotal: toJsonNumber(line.ozelMatrahTotal),
  isExtra: line.isExtra,
  isDefault: line.isDefault,
  isLabor: line.isLabor,
})
