import type { BankGateway, GatewayLogin, PageOrder } from '#command/providers/bank-gateway/port.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import { withBudgetAnew } from '#kernel/platform/waiting-budget.ts'
import type { Log } from '../event-sourcing/log.ts'
import { type Recording, recordTransactions } from './record-transactions.ts'
import type { QueryFailure } from './result.ts'
import type { Window } from './windows.ts'

export interface Reading extends Recording {
  readonly accountRef: string
  /** Under which the bank sees the calls. */
  readonly attemptId: string
  readonly login: GatewayLogin | undefined
  readonly windows: readonly Window[]
  /** Aborted when the answer is no longer awaited. */
  readonly signal: AbortSignal
}

export interface Progress {
  readonly receivedCount: number
  readonly recordedCount: number
  /** Of the last transaction recorded. */
  readonly position: LogPosition
}

export interface AccountRead {
  readonly progress: Progress
  /** Null: the bank has returned all its transactions. */
  readonly failure: QueryFailure | null
}

interface Dependencies {
  readonly log: Log
  readonly gateway: BankGateway
  readonly logger: Logger
}

/** A hundred thousand transactions a week; a bank that never comes to an end is left at some point. */
const MOST_PAGES = 1_000

const nothing: Progress = { receivedCount: 0, recordedCount: 0, position: START_OF_LOG }

/** Window by window, page by page; what has been read is recorded before more is asked for. */
export async function readAccount(
  dependencies: Dependencies,
  reading: Reading,
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
  reading: Reading,
  { from, to }: Window,
  before: Progress,
): Promise<AccountRead> {
  const { accountRef, login, signal, attemptId: requestId } = reading
  const moments = { from: instantOf(from), to: instantOf(to) }
  const order = { accountRef, login, signal, requestId, ...moments }
  let progress = before
  for (let page = 1; page <= MOST_PAGES; page++) {
    const read = await readPage(dependencies, reading, { ...order, page }, progress)
    if (read.isLast || read.failure !== null) return read
    progress = read.progress
  }
  return { progress, failure: { reason: 'tooMuch', providerError: null } }
}

async function readPage(
  { log, gateway, logger }: Dependencies,
  reading: Reading,
  order: PageOrder,
  progress: Progress,
): Promise<AccountRead & { readonly isLast: boolean }> {
  const answer = await gateway.page(order)
  if (answer.kind === 'failed') {
    return {
      progress,
      failure: { reason: answer.reason, providerError: answer.providerError },
      isLast: false,
    }
  }
  const { transactions, isLast } = answer
  try {
    const { count, position } = await withBudgetAnew(() =>
      recordTransactions(log, reading, transactions),
    )
    return {
      progress: after(progress, transactions.length, { count, position }),
      failure: null,
      isLast,
    }
  } catch (error) {
    logger.error({ err: error, accountId: reading.accountId }, 'transactions were not recorded')
    return { progress, failure: { reason: 'notRecorded', providerError: null }, isLast }
  }
}

const after = (
  { receivedCount, recordedCount, position }: Progress,
  received: number,
  recorded: { readonly count: number; readonly position: LogPosition },
): Progress => ({
  receivedCount: receivedCount + received,
  recordedCount: recordedCount + recorded.count,
  position: recorded.position > position ? recorded.position : position,
})
