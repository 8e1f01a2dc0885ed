import type { Pool } from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'
import { readLogBackwards, readLogForwards } from '../storage/pages.ts'
import { type LogFilter, matches, prefixesOf } from './filter.ts'
import { createTurns } from './turns.ts'

export const PAGE_SIZE = 128

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
    const limit = filter === undefined ? Math.min(wanted, PAGE_SIZE) : PAGE_SIZE
    const page = await nextInLog(pool, { after, head, filter, limit })
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
    const found = await matching(filter, events)
    yield found.slice(0, wanted)
    wanted -= found.length
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
    readonly limit?: number
  },
): Promise<{ readonly events: readonly RecordedEvent[]; readonly upTo: bigint }> {
  const { after, head, filter, limit = PAGE_SIZE } = place
  const window = filter === undefined ? BigInt(PAGE_SIZE) : SEARCH_WINDOW
  const upTo = after + window < head ? after + window : head
  const range = { after, upTo, limit, ...prefixesOf(filter) }
  const { events, isLast } = await readLogForwards(pool, range)
  const end = isLast ? upTo : (events.at(-1)?.position ?? upTo)
  return { events: await matching(filter, events), upTo: end }
}

async function matching(filter: LogFilter | undefined, events: readonly RecordedEvent[]) {
  const turns = createTurns()
  const found: RecordedEvent[] = []
  for (const event of events) {
    if (turns.isOver()) await turns.next()
    if (matches(filter, event)) found.push(event)
  }
  return found
}
