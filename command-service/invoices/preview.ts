import type { Static } from 'typebox'
import type {
  InvoiceTotals as InvoiceTotalsSchema,
  PreviewedInvoice,
} from '#kernel/contract/invoice-answers.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { InvoiceTotals } from './calculation/sale.ts'
import type { InvoiceContent } from './invoice.ts'
import type { InvoiceDraft, InvoiceRequest } from './invoice-draft.ts'
import { permittedInvoice } from './permit.ts'
import type { InvoiceDependencies } from './repository.ts'

/** The invoice as it would be. */
export async function preview(
  dependencies: InvoiceDependencies,
  request: InvoiceRequest,
  context: RequestContext,
): Promise<Static<typeof PreviewedInvoice>> {
  const drafting = { context, documentId: 'preview', now: dependencies.log.now() }
  const tolerant = { ...request, allowDuplicate: true }
  const { draft, channel } = await permittedInvoice(dependencies, tolerant, {
    ...drafting,
    purpose: 'preview',
  })
  return previewedInvoice(draft, channel)
}

/** The answer to a preview. */
export function previewedInvoice(
  draft: InvoiceDraft,
  channel: InvoiceContent['channel'],
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

export const writtenTotals = (totals: InvoiceTotals): Static<typeof InvoiceTotalsSchema> => ({
  linesTotal: toJsonNumber(totals.linesTotal),
  kdvTotal: toJsonNumber(totals.kdvTotal),
  allowanceTotal: toJsonNumber(totals.allowanceTotal),
  payableTotal: toJsonNumber(totals.payableTotal),
})
