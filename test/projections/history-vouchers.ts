import { forgotten } from '#kernel/events/event-family.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  electronicTypes,
  electronicVoucherEvents,
} from '#test/support/electronic-voucher-events.ts'
import {
  freeTransactions,
  type HistoryVoucher,
  recordId,
  type Step,
  type Writer,
} from './history-steps.ts'
import {
  draftDeleted,
  finalizationRequested,
  voucherAbandoned,
  voucherDrafted,
  voucherFinalized,
} from './samples.ts'

/** What happens to a voucher with this step; nothing where it makes no sense. */
export function voucherEvents(writer: Writer, step: Step): readonly ExpenseVoucherEvent[] {
  const next = nextVoucherEvent(writer, step)
  return next === undefined ? electronicSteps(writer, step) : [next]
}

function nextVoucherEvent(writer: Writer, { what, pick, variant }: Step) {
  const open = writer.vouchers.filter(({ stage }) => stage === 'draft' || stage === 'finalizing')
  const voucher = open[pick % open.length]
  switch (what) {
    case 'draft':
      return drafted(writer, variant, undefined)
    case 'draftFromTransaction': {
      const free = freeTransactions(writer)
      return drafted(writer, variant, free[pick % free.length])
    }
    case 'electronicSteps':
      return undefined
    case 'neverCreated':
      return voucherAbandoned(
        recordId(`${writer.name}.never${writer.vouchers.length}.${pick}`),
        'neverCreated',
      )
    default:
      return voucher === undefined ? undefined : nextOf(voucher, what, variant)
  }
}

/** What happens to one that is open. */
export function nextOf(
  voucher: HistoryVoucher,
  what: Step['what'],
  variant: number,
): ExpenseVoucherEvent | undefined {
  const { id: voucherId, stage, transactionId = null } = voucher
  if (what === 'requestFinalization' && stage === 'draft') {
    voucher.stage = 'finalizing'
    return finalizationRequested(voucherId)
  }
  if (what === 'finalize') {
    voucher.stage = 'finalized'
    return voucherFinalized({ voucherId, number: `${variant}`, bankTransactionId: transactionId })
  }
  if (what === 'delete' && stage === 'draft') {
    voucher.stage = 'givenUp'
    return draftDeleted(voucherId, transactionId)
  }
  if (what === 'abandon' && stage === 'finalizing') {
    voucher.stage = 'givenUp'
    return voucherAbandoned(voucherId)
  }
  return undefined
}

/** Some of them in any order: the tables show what was written, and judge nothing. Ended, it is still asked for. */
function electronicSteps({ vouchers }: Writer, { what, pick, variant }: Step) {
  const electronic = vouchers.filter(({ isElectronic }) => isElectronic)
  const voucher = electronic[pick % electronic.length]
  if (what !== 'electronicSteps' || voucher === undefined) return []
  const uuid = pick % 5 === 0 ? 'another' : undefined
  const events = electronicVoucherEvents(voucher.id, uuid)
  const ended = (['StatusChecked', 'LateAnswerReceived'] as const).map((type) => () => events(type))
  const sent = [
    ...ended,
    () => events('StatusChecked', { cancelled: true }),
    () => events('VoucherCancelled'),
    () => events('VoucherCancelled', { cancelledAt: '2026-11-21T08:00:00Z' }),
  ]
  const underWay: readonly (() => ExpenseVoucherEvent)[] = [
    ...electronicTypes.map((type) => () => events(type)),
    () => events('OutcomeResolved', { resolvedAs: 'neverArrived' }),
    () => events('SmsRefused', { state: 'verification_pending' }),
    () => events('StatusChecked', { found: 'rejected', reportStatus: null, cancelled: null }),
    () => events('PreparationStarted', { seller: forgotten }),
  ]
  const isOpen = voucher.stage === 'draft' || voucher.stage === 'finalizing'
  const steps = isOpen ? underWay : voucher.stage === 'givenUp' ? ended : sent
  const from = (pick + variant * 21) % steps.length
  const taken = [...steps, ...steps].slice(from, from + 1 + (pick % 6)).map((step) => step())
  if (taken.some(({ type }) => type === 'VoucherCancelled')) voucher.stage = 'cancelled'
  return taken
}

function drafted({ vouchers, name }: Writer, variant: number, transactionId: string | undefined) {
  const id = recordId(`${name}.v${vouchers.length}`)
  const isElectronic = variant < 2
  vouchers.push({ id, transactionId, isElectronic, stage: 'draft' })
  const electronic = { documentMode: 'electronic', environment: 'test' } as const
  return voucherDrafted({
    voucherId: id,
    bankTransactionId: transactionId ?? null,
    ...(isElectronic ? electronic : {}),
    ...(variant % 2 === 0 ? {} : { seller: forgotten }),
  })
}
