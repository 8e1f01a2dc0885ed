import type { Pool } from 'pg'
import {
  BEFORE_THE_LOG,
  type EventStore,
  type LogSubscription,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { follow } from '#kernel/platform/event-store/follow.ts'
import {
  appendBlock,
  blockOf,
  type ChainEnd,
  ChainOvertaken,
  chainEnd,
} from '#kernel/platform/log-chain/blocks.ts'
import { GENESIS } from '#kernel/platform/log-chain/event-hash.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { type Background, inBackground } from '#kernel/platform/waiting/background.ts'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { chainPlace } from './place.ts'

/** The hash chain's name among the followers of the log. */
export const CHAIN_FOLLOWER = 'log_chain'

/** Events that arrive within this time form one block. */
const COLLECT_MS = 250
const STAND_BY_MS = 2_000
const LONGEST_PAUSE_MS = 10_000
const MAX_BLOCK = 1_000

interface LogChainOptions {
  readonly pool: Pool
  readonly eventStore: EventStore
  readonly logger: Logger
  /** The number of events that were signed. */
  readonly signedCount: () => Promise<number>
}

/** The chain was deleted in part or as a whole. An attacker who rewrote the log would want a new one. */
class ChainLost extends Error {
  override readonly name = 'ChainLost'

  constructor(count: number, signed: number) {
    super(
      `the hash chain holds ${count} events, but ${signed} were signed; it is computed again only on request: npm run projections -- rebuild-chain`,
    )
  }
}

export interface LogChain extends Background {
  readonly status: () => LogChainStatus
}

export interface LogChainStatus {
  /** The number of events in the chain. */
  readonly count: number
  /** Why the chain has stopped; undefined while it grows. */
  readonly failure: string | undefined
  /** The number of events without a valid MAC that came into the chain since the start. */
  readonly forged: number
}

/**
 * Follows the log and appends the hash of every event to the chain in the vault. Several processes
 * may do so: one that finds its place taken stands by for a while.
 */
export function followLogIntoChain(options: LogChainOptions): LogChain {
  const state: State = { count: 0, failure: undefined, forged: 0 }
  return {
    status: () => {
      const { count, failure, forged } = state
      return { count, failure, forged }
    },
    ...inBackground((closing) => followUntilStopped(options, state, closing)),
  }
}

interface State {
  count: number
  failure: string | undefined
  forged: number
}

const followUntilStopped = (options: LogChainOptions, state: State, stop: AbortSignal) =>
  keepGoing({
    stop,
    longestPauseMs: LONGEST_PAUSE_MS,
    attempt: () => followOnce(options, state, stop),
    progress: () => state.count,
    failed(error, failures) {
      if (error instanceof ChainOvertaken) return STAND_BY_MS
      state.failure = error instanceof Error ? error.message : String(error)
      options.logger.error({ err: error, failures }, 'the hash chain over the log has stopped')
      return undefined
    },
  })

async function followOnce(options: LogChainOptions, state: State, stop: AbortSignal) {
  const { pool, eventStore, logger } = options
  let end: Pick<ChainEnd, 'count' | 'head'> = { count: 0, head: GENESIS }
  const signed = await options.signedCount()
  const found = await chainEnd(pool)
  state.count = found?.count ?? 0
  if (state.count < signed) throw new ChainLost(state.count, signed)
  if (found !== undefined) end = found
  const after = found === undefined ? BEFORE_THE_LOG : await chainPlace({ pool, eventStore }, found)
  state.failure = undefined
  const wanted: LogSubscription = {
    name: CHAIN_FOLLOWER,
    after,
    maxBatch: MAX_BLOCK,
    handle: async (events) => {
      const last = events.at(-1)
      if (last === undefined) return
      const block = blockOf(end, events, last.position)
      await appendBlock(pool, block)
      end = { count: end.count + events.length, head: block.head }
      state.count = end.count
      state.forged += reportForged(events, logger)
      if (events.length < MAX_BLOCK) await pause(COLLECT_MS, stop)
    },
  }
  await follow(eventStore, wanted, { stop })
}

/** Reports forged events, because streams that no table shows have no other report. Returns their number. */
function reportForged(events: readonly StoredEvent[], logger: Logger): number {
  const forged = events.filter(({ isGenuine }) => !isGenuine)
  const [first] = forged
  if (first === undefined) return 0
  const { stream, revision, type } = first
  const place = { stream, revision: revision.toString(), type, forged: forged.length }
  logger.error(place, 'an event without a valid MAC is in the log')
  return forged.length
}
