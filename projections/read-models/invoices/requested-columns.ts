import { soldMetal } from '#kernel/domain/fine-metal.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import type { invoices } from '#kernel/records/invoices.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { partyColumns } from '#projections/read-models/party-columns.ts'

type Of<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>
type Requested = Of<'InvoiceRequested'>['data']
type Content = Omit<Requested, 'uuid'> & { readonly uuid: string | null }
type Columns = Omit<RowOf<typeof invoices>, 'created_at' | 'updated_at'>

/** An invoice's row after its request. */
export const requestedColumns = (data: Content, companyId: string): Columns => ({
  company_id: companyId,
  id: data.invoiceId,
  stage: 'submitting',
  visible: false,
  source: data.source,
  bank_transaction_id: data.bankTransactionId,
  is_draft: data.isDraft,
  has_record: data.isDraft && data.source === 'manual',
  uuid: data.uuid,
  channel: data.channel,
  integrator: data.integrator,
  invoice_type: data.invoiceType,
  invoice_number: null,
  attempted_at: null,
  asked: 0,
  issued_at: null,
  material: data.template.material,
  fine_grams: fineGramsOf(data),
  cancelled_at: null,
  transaction_date: data.transactionDate,
  lines_total: data.totals.linesTotal,
  kdv_total: data.totals.kdvTotal,
  allowance_total: data.totals.allowanceTotal,
  payable_total: data.totals.payableTotal,
  lines: data.lines,
  ...partyColumns(valueUnlessForgotten(data.customer)),
})

/** The row of an invoice that another system issued. */
export const importedColumns = (
  data: Of<'InvoiceImported'>['data'],
  companyId: string,
): Columns => ({
  ...requestedColumns({ ...data, isDraft: false }, companyId),
  stage: 'issued',
  visible: true,
  invoice_number: data.invoiceNumber,
  issued_at: data.transactionDate,
  cancelled_at: data.cancelledAt,
})

function fineGramsOf({ template: { material }, lines, ...data }: Content) {
  const item = lines.find(({ isDefault }) => isDefault)
  return soldMetal({ ...data, material, item }).fineGrams
}

/** What shows of an invoice when its customer’s data is no longer kept. */
export const emptiedInvoice = () => partyColumns(null)
