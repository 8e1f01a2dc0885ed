import type { Pool } from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'
import { readLogBackwards, readLogForwards } from '../storage/pages.ts'
import { type LogFilter, matches, prefixesOf } from './filter.ts'

export const PAGE_SIZE = 256

/** How many positions one query of a filtered read looks at; few of them may match. */
const SEARCH_WINDOW = 2048n

export interface LogRead {
  /** Forwards inclusive; backwards the events before it are read. */
  readonly from: bigint
  readonly maxCount: number
  readonly head: bigint
  readonly filter?: LogFilter | undefined
}

export async function* logForwards(
  pool: Pool,
  { from, maxCount, head, filter }: LogRead,
): AsyncGenerator<readonly RecordedEvent[]> {
  let after = from - 1n
  let wanted = maxCount
  while (wanted > 0 && after < head) {
    const page = await nextInLog(pool, { after, head, filter })
    after = page.upTo
    yield page.events.slice(0, wanted)
    wanted -= page.events.length
  }
}

export async function* logBackwards(
  pool: Pool,
  { from, maxCount, filter }: LogRead,
): AsyncGenerator<readonly RecordedEvent[]> {
  let upTo = from - 1n
  let wanted = maxCount
  while (wanted > 0 && upTo > 0n) {
    const limit = filter === undefined ? Math.min(wanted, PAGE_SIZE) : PAGE_SIZE
    const after = filter === undefined || upTo < SEARCH_WINDOW ? 0n : upTo - SEARCH_WINDOW
    const range = { after, upTo, limit, ...prefixesOf(filter) }
    const { events, isLast } = await readLogBackwards(pool, range)
    const matching = withFilter(filter, events)
    yield matching.slice(0, wanted)
    wanted -= matching.length
    upTo = isLast ? after : (events.at(-1)?.position ?? 1n) - 1n
  }
}

/** What follows a position, as far as one query goes; `upTo` is where the next one starts. */
export async function nextInLog(
  pool: Pool,
  place: {
    readonly after: bigint
    readonly head: bigint
    readonly filter?: LogFilter | undefined
  },
): Promise<{ readonly events: readonly RecordedEvent[]; readonly upTo: bigint }> {
  const { after, head, filter } = place
  const window = filter === undefined ? BigInt(PAGE_SIZE) : SEARCH_WINDOW
  const upTo = after + window < head ? after + window : head
  const range = { after, upTo, limit: PAGE_SIZE, ...prefixesOf(filter) }
  const { events, isLast } = await readLogForwards(pool, range)
  const end = isLast ? upTo : (events.at(-1)?.position ?? upTo)
  return { events: withFilter(filter, events), upTo: end }
}

const withFilter = (filter: LogFilter | undefined, events: readonly RecordedEvent[]) =>
  filter === undefined ? events : events.filter((event) => matches(filter, event))
