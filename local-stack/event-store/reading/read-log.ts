import type pg from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'
import { readLogBackwards, readLogForwards } from '../storage/log-table.ts'
import { type LogFilter, matches, prefixesOf } from './filter.ts'

export const PAGE_SIZE = 256

/** How many positions one query of a filtered read looks at; few of them may match. */
const SEARCH_WINDOW = 2048n

export interface LogRead {
  /** Forwards the first position read; backwards the one before which reading starts. */
  readonly from: bigint
  readonly maxCount: number
  readonly head: bigint
  readonly filter?: LogFilter | undefined
}

export async function* logForwards(
  pool: pg.Pool,
  { from, maxCount, head, filter }: LogRead,
): AsyncGenerator<readonly RecordedEvent[]> {
  let after = from - 1n
  let wanted = maxCount
  while (wanted > 0 && after < head) {
    const page = await nextLogPage(pool, {
      after,
      head,
      filter,
      limit: Math.min(wanted, PAGE_SIZE),
    })
    after = page.upTo
    wanted -= page.events.length
    yield page.events
  }
}

export async function* logBackwards(
  pool: pg.Pool,
  { from, maxCount, filter }: LogRead,
): AsyncGenerator<readonly RecordedEvent[]> {
  let before = from
  let wanted = maxCount
  while (wanted > 0 && before > 1n) {
    const limit = filter === undefined ? Math.min(wanted, PAGE_SIZE) : PAGE_SIZE
    const events = await readLogBackwards(pool, { before, limit })
    before = events.at(-1)?.position ?? 0n
    const wantedOnes = events.filter((event) => filter === undefined || matches(filter, event))
    yield wantedOnes.slice(0, wanted)
    wanted -= wantedOnes.length
  }
}

/** What follows a position, as far as one query goes; `upTo` is where the next one starts. */
export async function nextLogPage(
  pool: pg.Pool,
  page: {
    readonly after: bigint
    readonly head: bigint
    readonly limit: number
    readonly filter?: LogFilter | undefined
  },
): Promise<{ readonly events: readonly RecordedEvent[]; readonly upTo: bigint }> {
  const { after, head, limit, filter } = page
  const window = filter === undefined ? BigInt(limit) : SEARCH_WINDOW
  const upTo = after + window < head ? after + window : head
  const found = await readLogForwards(pool, { after, upTo, limit, ...prefixesOf(filter) })
  const isWhole = found.length < limit
  return {
    events: filter === undefined ? found : found.filter((event) => matches(filter, event)),
    upTo: isWhole ? upTo : (found.at(-1)?.position ?? upTo),
  }
}
