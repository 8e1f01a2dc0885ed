import { calculateInvoice } from '#command/invoices/calculation/calculate-invoice.ts'
import type { InvoiceLine, Sale } from '#command/invoices/calculation/sale.ts'
import type { InvoiceDocument } from '#command/ubl/invoice.ts'
import { sale } from '../invoices/calculation/samples.ts'
import { creditNote } from './samples.ts'

const customer = {
  taxNumber: '10000000146',
  name: 'Ayşe Nur Işık',
  taxOffice: null,
  address: 'Çarşı Sokak 5',
  district: 'Kadıköy',
  city: 'İstanbul',
  phone: '905321234567',
  mail: 'ayse@example.com',
  webSite: null,
  country: null,
}

const payment = {
  type: 'bank',
  bankName: null,
  iban: null,
  approvalCode: null,
  expenseNumber: null,
  note: null,
} as const

/** A bracelet that Örnek Kuyumculuk sells, but for what is said otherwise. */
export const invoice = (otherwise: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  issueDate: '2026-11-20',
  issueTime: '14:30:00',
  serial: 'SRF',
  channel: 'earchive',
  scenario: 'TEMELFATURA',
  invoiceType: 'OZELMATRAH',
  exemptionCode: '805',
  company: creditNote().company,
  customer,
  lines: linesOf(sale('OZELMATRAH')),
  payment,
  paymentDate: '2026-11-20',
  description: null,
  ...otherwise,
})

export const soldTo = (otherwise: Partial<InvoiceDocument['customer']>): InvoiceDocument =>
  invoice({ customer: { ...customer, ...otherwise } })

export const paidBy = (otherwise: Partial<InvoiceDocument['payment']>): InvoiceDocument =>
  invoice({ payment: { ...payment, ...otherwise } })

export function linesOf(of: Sale): readonly InvoiceLine[] {
  const result = calculateInvoice(of)
  if (result.outcome === 'refused') throw new Error(`${result.field} ${result.rule}`)
  return result.lines
}
