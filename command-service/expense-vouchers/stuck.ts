import type { ProviderAttempt, ProviderDocuments } from '#command/provider-documents/stuck.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { openStates, standingIn } from './life.ts'
import { voucherStream } from './repository.ts'
import { type ElectronicVoucher, type ExpenseVoucher, expenseVoucher } from './voucher.ts'

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

  attemptIn(event) {
    switch (event.type) {
      case 'PreparationStarted':
        return begun('prepare', event.data)
      case 'SmsRequested':
        return begun('sms', { ...event.data, startedAt: event.data.requestedAt })
      case 'SubmissionStarted':
        return begun('confirm', event.data)
      case 'DeletionStarted':
        return begun('delete', event.data)
      default:
        return undefined
    }
  },

  /** A late answer does not change the outcome of its attempt. */
  outcomes: {
    VoucherPrepared: 'done',
    PreparationRefused: 'refused',
    PreparationUnknown: 'unknown',
    SmsSent: 'done',
    SmsRefused: 'refused',
    SmsUnknown: 'unknown',
    CodeRefused: 'refused',
    SubmissionRefused: 'refused',
    SubmissionUnknown: 'unknown',
    ProviderAccepted: 'done',
    DeletionRefused: 'refused',
    DeletionUnknown: 'unknown',
  },

  isStuck({ document: { document, acceptance }, since, attempts }, isOld) {
    const last: ProviderAttempt | undefined = attempts.at(-1)
    const { settledBy } = standingIn(document.state)
    switch (settledBy) {
      case 'question':
        return acceptance === null || isOld(since)
      case 'completion':
        return isOld(since)
      case 'cancellation':
        return last?.outcome === 'unknown' || last === undefined || isOld(last.startedAt)
      case 'answer':
        return last === undefined || isOld(last.startedAt)
      case undefined:
        return false
      default:
        return assertNever(settledBy)
    }
  },

  unsettled: (readModels) =>
    readModels
      .selectFrom('expense_voucher')
      .select(['company_id', 'id'])
      .where('visible', '=', true)
      .where('state', 'in', openStates),
}

const begun = (
  step: ProviderAttempt['step'],
  { attemptId, startedAt }: Pick<ProviderAttempt, 'attemptId' | 'startedAt'>,
) => ({ attemptId, step, startedAt })
