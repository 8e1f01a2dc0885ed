import type { Static } from 'typebox'
import type {
  CreatedInvoice,
  INVOICE_CHANNELS,
  InvoiceTotals as InvoiceTotalsSchema,
  PreviewedInvoice,
} from '#kernel/contract/invoices.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import type { InvoiceTotals } from './calculation/sale.ts'
import type { InvoiceDraft } from './invoice-draft.ts'

export type InvoiceChannel = (typeof INVOICE_CHANNELS)[number]

/** The answer to a preview. */
export function previewedInvoice(
  draft: InvoiceDraft,
  channel: InvoiceChannel,
): Static<typeof PreviewedInvoice> {
  const { key, title, lineName, material } = draft.template
  const { taxNumber, name, city } = draft.customer
  return {
    source: draft.source,
    sourceId: null,
    amount: toJsonNumber(draft.amount),
    exchanges: toJsonNumber(draft.exchanges),
    invoiceType: draft.invoiceType,
    channel,
    template: { key, title, lineName, material },
    customer: { taxNumber, name, city },
    totals: writtenTotals(draft.totals),
    lines: draft.lines.map((line) => ({
      name: line.name,
      quantity: toJsonNumber(line.quantity),
      unitType: line.unitType,
      lineTotal: toJsonNumber(line.lineTotal),
      isDefault: line.isDefault,
    })),
  }
}

/** What became of an invoice at the integrator. */
export interface MadeInvoice {
  /** Of the invoice, or of the record that a manual draft leaves. */
  readonly id: string
  readonly isDraft: boolean
  readonly uuid: string | null
  readonly invoiceNumber: string | null
  readonly channel: InvoiceChannel | null
}

/** What an answer to a creation needs of the invoice. */
export type AnsweredInvoice = Pick<
  InvoiceDraft,
  'source' | 'bankTransactionId' | 'integrator' | 'template' | 'totals'
>

/** The answer to a creation; a draft has no invoice yet. */
export function createdInvoice(
  invoice: AnsweredInvoice,
  { id, isDraft, uuid, invoiceNumber, channel }: MadeInvoice,
): Static<typeof CreatedInvoice> {
  const { key, title, lineName, material } = invoice.template
  return {
    source: invoice.source,
    sourceId: invoice.bankTransactionId ?? id,
    isDraft,
    invoiceId: isDraft ? null : id,
    uuid,
    invoiceNumber,
    channel,
    integrator: invoice.integrator,
    template: { key, title, lineName, material },
    totals: isDraft ? null : writtenTotals(invoice.totals),
  }
}

const writtenTotals = (totals: InvoiceTotals): Static<typeof InvoiceTotalsSchema> => ({
  linesTotal: toJsonNumber(totals.linesTotal),
  kdvTotal: toJsonNumber(totals.kdvTotal),
  allowanceTotal: toJsonNumber(totals.allowanceTotal),
  payableTotal: toJsonNumber(totals.payableTotal),
})
