import type { Noun } from '../nouns.ts'

/** The columns of a table that can be searched by a printed value. */
export interface Source {
  readonly table: string
  readonly id?: string
  readonly columns: Readonly<Record<string, string>>
  readonly hasSerial?: boolean
  readonly hasPerson?: boolean
}

export const sources: Readonly<Record<Noun, Source>> = {
  'expense-voucher': {
    table: 'expense_voucher',
    columns: { uuid: 'uuid', official_number: 'officialNumber', id_no: 'idNo' },
    hasSerial: true,
    hasPerson: true,
  },
  invoice: {
    table: 'invoice',
    columns: { uuid: 'uuid', invoice_number: 'invoiceNumber', id_no: 'idNo' },
  },
  'kmts-verification': { table: 'kmts_verification', columns: { scanned_code: 'scannedCode' } },
  'sanction-check': { table: 'sanction_check', columns: { id_no: 'idNo' }, hasPerson: true },
  customer: { table: 'customer', columns: { id_no: 'idNo' }, hasPerson: true },
  'customer-form': { table: 'customer_form', columns: { id_no: 'idNo' }, hasPerson: true },
  'bank-account': { table: 'bank_account', columns: { iban: 'iban' } },
  'bank-transaction': {
    table: 'bank_transaction',
    columns: { stamp: 'stamp', id_no: 'idNo' },
    hasPerson: true,
  },
  company: { table: 'company', id: 'company_id', columns: { tax_number: 'taxNumber' } },
}
