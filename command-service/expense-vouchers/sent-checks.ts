import { type Static, Type } from 'typebox'
import { openWorkOf, originOfStep } from '#command/event-sourcing/open-work.ts'
import {
  type OpenWork,
  type ProcessManager,
  type ProcessManagerDependencies,
  startProcessManager,
} from '#command/event-sourcing/process-manager.ts'
import { epochMsOf } from '#kernel/domain/instant.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { canBeCancelled } from './cancel.ts'
import { isAtProvider } from './electronic-voucher.ts'
import { type ElectronicDependencies, voucherStream } from './repository.ts'
import { askAgain } from './status.ts'

// The provider tells nobody that a document was cancelled in its portal. So it is asked, for some days.

/** Vouchers that the provider accepted within one span of time: a round of questions goes through all of them. */
const SentTogether = Type.Object({
  /** The end of the span, in epoch milliseconds. */
  until: Type.Number(),
  vouchers: Type.Array(Type.String()),
  /** The last round that is over. */
  round: Type.Integer(),
  /** How many vouchers of the next round have been asked about. */
  asked: Type.Integer(),
})
export type SentTogether = Static<typeof SentTogether>

export interface Schedule {
  /** From one question about a voucher to the next. */
  readonly intervalMs: number
  /** How often a voucher is asked about. */
  readonly rounds: number
  /** From any question to the next: a long backlog does not flood the provider. */
  readonly paceMs: number
}

const SPANS_IN_AN_INTERVAL = 24

export const sentTogetherFrom = openWorkOf(SentTogether)

/** Few spans, however many vouchers: those whose last round is long over are left out. */
export const evolveSent =
  ({ intervalMs, rounds }: Schedule) =>
  (
    work: OpenWork<SentTogether>,
    { event, metadata }: Recorded<ExpenseVoucherEvent>,
  ): OpenWork<SentTogether> => {
    if (event.type !== 'ProviderAccepted') return work
    const now = epochMsOf(metadata.recordedAt)
    const spanMs = Math.ceil(intervalMs / SPANS_IN_AN_INTERVAL)
    const until = (Math.floor(now / spanMs) + 1) * spanMs
    const others = [...work].filter(([, sent]) => sent.until + (rounds + 1) * intervalMs >= now)
    const { vouchers, ...sent } = work.get(`${until}`) ?? {
      vouchers: [],
      round: 0,
      asked: 0,
      until,
    }
    const together = { ...sent, vouchers: [...vouchers, event.data.voucherId] }
    return new Map(others).set(`${until}`, together)
  }

/** The round that is due; rounds that were missed are not made up for. */
export function dueRound(
  { until, round }: SentTogether,
  now: number,
  { intervalMs, rounds }: Schedule,
): number | undefined {
  const due = Math.min(rounds, Math.floor((now - until) / intervalMs))
  return due > round ? due : undefined
}

const NAME = 'sent-voucher-checks'

export interface SentChecksDependencies extends ProcessManagerDependencies {
  readonly electronic: ElectronicDependencies
  readonly schedule: Schedule
}

/** What is asked leaves no event as long as the answers are the same: what has been asked is saved with the place. */
export function startSentChecks({
  electronic,
  schedule,
  ...dependencies
}: SentChecksDependencies): Promise<ProcessManager> {
  let nextAt = -Infinity
  return startProcessManager<ExpenseVoucherEvent, SentTogether>(dependencies, {
    name: NAME,
    families: [expenseVoucherEvents],
    workFrom: sentTogetherFrom,
    evolve: evolveSent(schedule),
    async resume(_until, sent) {
      const now = dependencies.log.now()
      const round = dueRound(sent, now, schedule)
      if (round === undefined || now < nextAt) return false
      const [voucherId = '', ...left] = sent.vouchers.slice(sent.asked)
      nextAt = now + schedule.paceMs
      // One that cannot be asked about keeps no other waiting; the next round asks again.
      await askAbout(electronic, voucherId).catch((error: unknown) =>
        dependencies.logger.warn({ err: error, voucherId }, 'a sent voucher was not asked about'),
      )
      return left.length === 0 ? { ...sent, round, asked: 0 } : { ...sent, asked: sent.asked + 1 }
    },
  })
}

async function askAbout(dependencies: ElectronicDependencies, voucherId: string): Promise<void> {
  const { vouchers } = dependencies.repositories
  const { state: voucher, companyId } = await vouchers.load(voucherStream(voucherId))
  if (companyId === undefined || !canBeCancelled(voucher) || voucher.isCancelled) return
  if (!isAtProvider(voucher)) return
  const origin = originOfStep(NAME, companyId)
  await askAgain(dependencies, { voucherId, origin }, { voucher, requestId: origin.commandId })
}
