import type {
  BankGateway,
  GatewayBooking,
  GatewayLogin,
  PageOrder,
} from '#command/providers/bank-gateway/port.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import {
  type LogPosition,
  laterOf,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { withWholeBudget } from '#kernel/platform/waiting/waiting-budget.ts'
import type { Delivery } from './delivery.ts'
import { type PageRecording, recordPart } from './record-page.ts'
import type { Recording } from './record-transactions.ts'
import type { QueryFailure } from './result.ts'
import type { Window } from './windows.ts'

export interface AccountReading extends Recording {
  readonly accountRef: string
  /** Under which the bank sees the calls. */
  readonly attemptId: string
  readonly login: GatewayLogin | undefined
  readonly windows: readonly Window[]
  /** Aborted when the answer is no longer awaited. */
  readonly signal: AbortSignal
  /** Receives what the bank delivers. */
  readonly delivery: Delivery
}

export interface AccountProgress {
  readonly receivedCount: number
  readonly recordedCount: number
  /** Of the last event recorded. */
  readonly position: LogPosition
}

export interface AccountRead {
  readonly progress: AccountProgress
  /** Null: the bank has returned all its transactions. */
  readonly failure: QueryFailure | null
}

interface Dependencies extends PageRecording {
  readonly gateway: BankGateway
  readonly logger: Logger
}

/** A hundred thousand transactions a week; a bank that never comes to an end is left at some point. */
const MOST_PAGES = 1_000
/** So that a bank which puts thousands into one page waits for the event store no longer than others. */
const RECORDED_AT_ONCE = 100

const nothing: AccountProgress = { receivedCount: 0, recordedCount: 0, position: START_OF_LOG }

/** Window by window, page by page; what has been read is recorded before more is asked for. */
export async function readAccount(
  dependencies: Dependencies,
  reading: AccountReading,
): Promise<AccountRead> {
  let read: AccountRead = { progress: nothing, failure: null }
  for (const window of reading.windows) {
    read = await readWindow(dependencies, reading, window, read.progress)
    if (read.failure !== null) return read
  }
  return read
}

async function readWindow(
  dependencies: Dependencies,
  reading: AccountReading,
  { from, to }: Window,
  before: AccountProgress,
): Promise<AccountRead> {
  const { accountRef, login, signal, attemptId: requestId } = reading
  const moments = { from: instantOf(from), to: instantOf(to) }
  const order = { accountRef, login, signal, requestId, ...moments }
  const occurrences: Occurrences = new Map()
  let progress = before
  for (let page = 1; page <= MOST_PAGES; page++) {
    const asked = { order: { ...order, page }, occurrences }
    const read = await readPage(dependencies, reading, asked, progress)
    if (read.isLast || read.failure !== null) return read
    progress = read.progress
  }
  return { progress, failure: { reason: 'tooMuch', providerError: null } }
}

interface AskedPage {
  readonly order: PageOrder
  /** In the window so far. */
  readonly occurrences: Occurrences
}

async function readPage(
  dependencies: Dependencies,
  reading: AccountReading,
  { order, occurrences }: AskedPage,
  before: AccountProgress,
): Promise<AccountRead & { readonly isLast: boolean }> {
  const answer = await dependencies.gateway.page(order)
  if (answer.kind === 'failed') {
    const { reason, providerError } = answer
    return { progress: before, failure: { reason, providerError }, isLast: false }
  }
  const { bookings, isLast } = answer
  const known = bookings.map((booking) => numbered(booking, occurrences))
  let progress = before
  try {
    for (let done = 0; done < known.length; done += RECORDED_AT_ONCE) {
      const part = known.slice(done, done + RECORDED_AT_ONCE)
      const recorded = await withWholeBudget(() => recordPart(dependencies, reading, part))
      progress = {
        receivedCount: progress.receivedCount + part.length,
        recordedCount: progress.recordedCount + recorded.count,
        position: laterOf(progress.position, recorded.position),
      }
    }
    return { progress, failure: null, isLast }
  } catch (error) {
    const { accountId } = reading
    dependencies.logger.error({ err: error, accountId }, 'transactions were not recorded')
    return { progress, failure: { reason: 'notRecorded', providerError: null }, isLast }
  }
}

/** How often bookings without a stamp have been delivered, by what they say. */
type Occurrences = Map<string, number>

/**
 * Two bookings without a stamp that say the same are two bookings, of which the second is known again as the
 * second. With a stamp they are the same booking, delivered twice.
 */
function numbered(booking: GatewayBooking, occurrences: Occurrences): GatewayBooking {
  if (booking.kind === 'read' || booking.fields.stamp !== null) return booking
  const { identity } = booking
  const before = occurrences.get(identity) ?? 0
  occurrences.set(identity, before + 1)
  return before === 0 ? booking : { ...booking, identity: `${identity} ${before + 1}` }
}
