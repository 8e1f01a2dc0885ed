import type { ProviderAttempt, ProviderDocuments } from '#command/provider-documents/stuck.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { settling } from '#kernel/events/life.ts'
import { standingIn, voucherStatesWaitingFor } from '#kernel/events/voucher-life.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import { meanings } from './meanings.ts'
import { voucherStream } from './repository.ts'
import { type ExpenseVoucher, expenseVoucher } from './voucher.ts'

/** Electronic vouchers, as the operator finds those whose outcome is unknown. */
export const providerVouchers: ProviderDocuments<
  ExpenseVoucherEvent,
  ExpenseVoucher,
  ElectronicVoucher
> = {
  kind: 'expense-voucher',
  family: expenseVoucherEvents,
  aggregate: expenseVoucher,
  streamOf: voucherStream,
  isDocument: (voucher) => voucher.status === 'electronic',
  standing: ({ document: { uuid, state } }) => ({ uuid, state }),

  meanings,

  isStuck({ document: { document, acceptance }, since, attempts }, isOld) {
    const last: ProviderAttempt | undefined = attempts.at(-1)
    const { waitsFor } = standingIn(document.state)
    switch (waitsFor) {
      case 'question':
        return acceptance === null || isOld(since)
      case 'completion':
        return isOld(since)
      case 'cancellation':
        return last?.outcome === 'unknown' || last === undefined || isOld(last.startedAt)
      case 'answer':
        return last === undefined || isOld(last.startedAt)
      case 'nextStep':
      case undefined:
        return false
      default:
        return assertNever(waitsFor)
    }
  },

  unsettled: (readModels) =>
    readModels
      .selectFrom('expense_voucher')
      .select(['company_id', 'id'])
      .where('visible', '=', true)
      .where('state', 'in', voucherStatesWaitingFor(...settling)),
}
