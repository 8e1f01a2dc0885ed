import { requestedColumns } from '#projections/read-models/invoices/requested-columns.ts'
import { DEALER, idOf, MOMENT } from '#test/query-service/rows.ts'
import { invoiceHappenings } from '#test/support/invoice-events.ts'

export const uuidOf = (number: number) =>
  `1f000000-0000-8000-8000-${number.toString(16).padStart(12, '0')}`

/** An issued invoice to Ayşe Işık, sold by hand. */
export function invoiceRow(number: number, changes: object = {}) {
  const { data } = invoiceHappenings(idOf(number), uuidOf(number))('InvoiceRequested', {
    source: 'manual',
    bankTransactionId: null,
  })
  return {
    ...requestedColumns(data, DEALER),
    stage: 'issued',
    visible: true,
    invoice_number: `ABC2026${String(number).padStart(9, '0')}`,
    issued_at: '2026-11-20T09:45:01.123Z',
    created_at: String(MOMENT + BigInt(number)),
    updated_at: String(MOMENT + BigInt(number)),
    ...changes,
  }
}

export const keptDraft = {
  stage: 'draft',
  visible: false,
  is_draft: true,
  invoice_number: null,
  issued_at: null,
}
