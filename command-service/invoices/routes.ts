import { randomUUID } from 'node:crypto'
import { createInvoice, deleteInvoice, previewInvoice } from '#kernel/contract/invoices.ts'
import { isRefusal } from '#kernel/domain/rejection.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import type { Idempotency } from '../event-sourcing/idempotency.ts'
import { originOf } from '../event-sourcing/origin.ts'
import { RecordedRefusal, readableWith } from '../provider-documents/attempt.ts'
import type { Invoices } from './issuing/invoices.ts'

export interface InvoiceRoutes {
  readonly invoices: Invoices
  readonly idempotency: Idempotency
  /** Waits until readers can see a position, within the time they are kept waiting for it. */
  readonly untilReadable: (position: LogPosition) => Promise<unknown>
}

const DRAFT_STATUS = 200

export function invoiceRoutes({ invoices, ...parts }: InvoiceRoutes): readonly Route[] {
  const { idempotency, untilReadable } = parts
  const readable = readableWith(untilReadable)

  return [
    route(previewInvoice, async ({ body, context }) => ({
      data: await invoices.preview(body, context),
    })),

    route(createInvoice, ({ body, context }) =>
      idempotency.once(
        { context, operation: 'createInvoice', body, isEnd: isEndOfCommand },
        async (command) => {
          const { invoice, headers } = await readable(invoices.create(body, context, command))
          return { data: invoice, headers, ...(invoice.isDraft ? { status: DRAFT_STATUS } : {}) }
        },
      ),
    ),

    route(deleteInvoice, async ({ params: { id }, context }) => {
      const origin = originOf(context, randomUUID())
      const { target, channel, headers } = await readable(invoices.delete(id, origin))
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
