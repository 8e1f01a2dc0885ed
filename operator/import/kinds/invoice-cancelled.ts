import { Type } from 'typebox'
import type { Log } from '#command/event-sourcing/log.ts'
import { invoiceRepositories, invoiceStream } from '#command/invoices/repository.ts'
import { instant, recordId } from '#kernel/contract/fields.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { companyKey, lineKind } from '../kind.ts'

/** The panel has cancelled an invoice that was issued; the first word of it stays. */
export const invoiceCancelled = lineKind(invoiceEvents)({
  kind: 'invoiceCancelled',
  schema: Type.Object({
    companyId: recordId(),
    invoiceId: recordId(),
    cancelledAt: instant(),
  }),
  target: ({ companyId, invoiceId }) => ({
    companyId,
    stream: invoiceStream(invoiceId),
    changes: {
      field: 'invoiceId',
      refusal: async (log) => {
        const invoice = await invoiceIn(log, invoiceId)
        const isIssued = invoice.status === 'requested' && invoice.stage === 'issued'
        return isIssued ? undefined : 'is not issued'
      },
    },
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: async ({ invoiceId, cancelledAt }, previous, log) => {
    const invoice = await invoiceIn(log, invoiceId)
    return invoice.status === 'requested' && invoice.isCancelled
      ? previous
      : { type: 'InvoiceCancelled', data: { invoiceId, cancelledAt } }
  },
})

export const invoiceIn = async (log: Log, invoiceId: string) =>
  (await invoiceRepositories(log).invoices.load(invoiceStream(invoiceId))).state
