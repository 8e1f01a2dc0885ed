import { RecordedRefusal } from '#command/event-sourcing/named-when-shown.ts'
import { readableWith, type WritingRoutes } from '#command/event-sourcing/until-readable.ts'
import {
  createInvoice,
  deleteInvoice as deleteEndpoint,
  previewInvoice,
} from '#kernel/contract/invoices.ts'
import { isRefusal } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import type { SettleRecord } from '../event-sourcing/idempotency.ts'
import { originOf, requestOrigin } from '../event-sourcing/origin.ts'
import { create, settleInvoice } from './create.ts'
import { deleteInvoice } from './delete.ts'
import { preview } from './preview.ts'
import type { InvoiceDependencies } from './repository.ts'

export interface InvoiceRoutesDependencies extends WritingRoutes {
  readonly invoices: InvoiceDependencies
}

const DRAFT_STATUS = 200

export function invoiceRoutes({
  invoices,
  idempotency,
  untilReadable,
}: InvoiceRoutesDependencies): readonly Route[] {
  const readable = readableWith(untilReadable)

  return [
    route(previewInvoice, async ({ body, context }) => ({
      data: await preview(invoices, body, context),
    })),

    route(createInvoice, ({ body, context }) => {
      const settle: SettleRecord = (id, command) =>
        settleInvoice(invoices, { invoiceId: id, origin: originOf(context, command.id) })
      // A bank transaction has one document, however often it is asked for.
      const settling = body.source === 'manual' ? { settle } : {}
      const request = { context, operation: 'createInvoice', creates: 'invoice', body }
      return idempotency.once(
        { ...request, isEnd: isEndOfCommand, ...settling },
        async (command) => {
          const creating = create(invoices, body, { context, command })
          const { invoice, headers } = await readable(creating)
          return { data: invoice, headers, ...(invoice.isDraft ? { status: DRAFT_STATUS } : {}) }
        },
      )
    }),

    route(deleteEndpoint, async ({ params: { id }, context }) => {
      const deleting = deleteInvoice(invoices, id, requestOrigin(context))
      const { target, channel, headers } = await readable(deleting)
      return { data: { id, target, channel, deleted: true }, headers }
    }),
  ]
}

/**
 * After an explicit refusal of the integrator the same key makes another invoice, not the refused one;
 * while it is not known what became of one, the key keeps standing for it.
 */
const isEndOfCommand = (error: unknown) =>
  error instanceof RecordedRefusal ? error.isFinal : isRefusal(error)
