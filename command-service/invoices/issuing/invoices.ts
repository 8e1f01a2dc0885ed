import type { Command } from '#command/event-sourcing/idempotency.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import type { previewedInvoice } from '../invoice-answers.ts'
import type { InvoiceRequest } from '../invoice-request.ts'
import { type Deletion, deleteInvoice } from './deletion.ts'
import { create, type Issued, preview } from './issuing.ts'
import type { InvoiceParts } from './parts.ts'

/** What callers can do with invoices. */
export interface Invoices {
  readonly preview: (
    request: InvoiceRequest,
    context: RequestContext,
  ) => Promise<ReturnType<typeof previewedInvoice>>
  readonly create: (
    request: InvoiceRequest,
    context: RequestContext,
    command: Command,
  ) => Promise<Issued>
  readonly delete: (id: string, origin: Origin) => Promise<Deletion>
}

export const invoicesOf = (parts: InvoiceParts): Invoices => ({
  preview: (request, context) => preview(parts, request, context),
  create: (request, context, command) => create(parts, request, { context, command }),
  delete: (id, origin) => deleteInvoice(parts, id, origin),
})
