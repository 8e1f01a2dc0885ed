import { Type } from 'typebox'
import { instant, recordId } from '#kernel/contract/fields.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { companyKey, lineKind } from '../kind.ts'

/** What the latest event of an issued invoice can be. */
const issued = ['InvoiceIssued', 'InvoiceCancelled'] as const

/** The panel has cancelled an invoice that was issued. */
export const invoiceCancelled = lineKind(invoiceEvents)({
  kind: 'invoiceCancelled',
  schema: Type.Object({
    companyId: recordId(),
    invoiceId: recordId(),
    cancelledAt: instant(),
  }),
  target: ({ companyId, invoiceId }) => ({
    companyId,
    stream: `invoice-${invoiceId}`,
    changes: { field: 'invoiceId', after: { events: issued, otherwise: 'is not issued' } },
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: ({ invoiceId, cancelledAt }, previous) => {
    if (!issued.some((type) => type === previous?.type)) {
      throw new CommandError('invoiceId: is not issued')
    }
    return { type: 'InvoiceCancelled', data: { invoiceId, cancelledAt } }
  },
})
