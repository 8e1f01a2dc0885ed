import { Type } from 'typebox'
import type { Log } from '#command/event-sourcing/log.ts'
import { canBeCancelled, cancellationOf } from '#command/expense-vouchers/cancel.ts'
import { voucherRepositories, voucherStream } from '#command/expense-vouchers/repository.ts'
import { instant, recordId } from '#kernel/contract/fields.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { companyKey, lineKind } from '../kind.ts'

/** An electronic voucher that was sent has been cancelled in the provider's portal. */
export const eDocumentCancelled = lineKind(expenseVoucherEvents)({
  kind: 'eDocumentCancelled',
  schema: Type.Object({
    companyId: recordId(),
    expenseId: recordId(),
    cancelledAt: instant(),
  }),
  target: ({ companyId, expenseId }) => ({
    companyId,
    stream: voucherStream(expenseId),
    changes: {
      field: 'expenseId',
      refusal: async (log) => {
        const voucher = await voucherIn(log, expenseId)
        if (canBeCancelled(voucher)) return undefined
        const isElectronic = voucher.status === 'electronic'
        const state = isElectronic ? voucher.document.state : voucher.status
        return `its state is ${state}: only an electronic voucher that is sent can be cancelled`
      },
    },
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: async ({ expenseId, cancelledAt }, previous, log) => {
    const voucher = await voucherIn(log, expenseId)
    const [cancelled] = canBeCancelled(voucher) ? cancellationOf(voucher, cancelledAt) : []
    return cancelled ?? previous
  },
})

export const voucherIn = async (log: Log, expenseId: string) =>
  (await voucherRepositories(log).vouchers.load(voucherStream(expenseId))).state
