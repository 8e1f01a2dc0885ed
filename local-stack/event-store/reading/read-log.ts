import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'
import { type Marks, type Sighting, searchForwards } from '../storage/log-search.ts'
import { type Page, readLogBackwards, readLogForwards } from '../storage/pages.ts'
import { type LogFilter, matches, prefixesOf } from './filter.ts'

export const PAGE_SIZE = 128
const FOUND_AT_ONCE = 2_048

/** Before the first event. */
export const LOG_START = 0n

/** The part of the log that one query reads. */
export interface LogPage {
  readonly sightings: readonly Sighting[]
  /** The number of events examined, including those left out. */
  readonly lookedAt: number
  /** Where the next query continues: the given bound if nothing is left before it. */
  readonly end: bigint
}

/** The events after a position, or from it on, up to the head. */
export async function* logForwards(
  pool: Pool,
  read: {
    readonly after: bigint
    readonly isInclusive: boolean
    readonly head: bigint
    readonly maxCount: number
    readonly filter?: LogFilter | undefined
  },
): AsyncGenerator<readonly RecordedEvent[]> {
  let { after, isInclusive, maxCount: wanted } = read
  while (wanted > 0) {
    const { sightings, end } = await nextInLog(pool, {
      ...read,
      after,
      isInclusive,
      limit: limitOf(read.filter, wanted),
    })
    const found = eventsOf(sightings)
    yield found.slice(0, wanted)
    wanted -= found.length
    if (end >= read.head) return
    after = end
    isInclusive = false
  }
}

/** The events before a position, the last one first. */
export async function* logBackwards(
  pool: Pool,
  read: {
    readonly before: bigint
    readonly maxCount: number
    readonly filter?: LogFilter | undefined
  },
): AsyncGenerator<readonly RecordedEvent[]> {
  const { filter } = read
  const prefixes = prefixesOf(filter)
  let { before, maxCount: wanted } = read
  while (wanted > 0) {
    // Found by their names, hardly one is left out: a search for each few of them would be the same search again.
    const limit = prefixes === undefined ? limitOf(filter, wanted) : Math.min(wanted, FOUND_AT_ONCE)
    const page = await readLogBackwards(pool, { before, limit, prefixes })
    const { sightings, end } = await pageOf(filter, LOG_START, page)
    const found = eventsOf(sightings)
    yield found.slice(0, wanted)
    wanted -= found.length
    if (end === LOG_START) return
    before = end
  }
}

/** The next events after a position, in one query. */
export async function nextInLog(
  pool: Pool,
  place: {
    readonly after: bigint
    readonly isInclusive?: boolean
    readonly head: bigint
    readonly filter?: LogFilter | undefined
    readonly limit?: number
    readonly marks?: Marks | undefined
  },
): Promise<LogPage> {
  const { after, isInclusive = false, head, filter, limit = PAGE_SIZE, marks } = place
  const range = { after, isInclusive, upTo: head, limit }
  const prefixes = prefixesOf(filter)
  if (prefixes === undefined) return pageOf(filter, head, await readLogForwards(pool, range))
  return searched(filter, head, await searchForwards(pool, { ...range, prefixes, marks }))
}

const limitOf = (filter: LogFilter | undefined, wanted: number) =>
  filter === undefined ? Math.min(wanted, PAGE_SIZE) : PAGE_SIZE

const eventsOf = (sightings: readonly Sighting[]) =>
  sightings.flatMap(({ event }) => (event === undefined ? [] : [event]))

async function pageOf(
  filter: LogFilter | undefined,
  bound: bigint,
  { events, isLast }: Page,
): Promise<LogPage> {
  const end = (isLast ? undefined : events.at(-1)?.position) ?? bound
  return { sightings: await sightingsOf(events, filter), lookedAt: events.length, end }
}

async function searched(
  filter: LogFilter | undefined,
  bound: bigint,
  found: readonly Sighting[],
): Promise<LogPage> {
  const last = found.at(-1)
  const sightings = await compared(found, filter)
  return { sightings, lookedAt: last?.number ?? 0, end: last?.position ?? bound }
}

/** Consecutive events, and which of them match. */
export const sightingsOf = (events: readonly RecordedEvent[], filter: LogFilter | undefined) =>
  compared(
    events.map((event, index) => ({ number: index + 1, position: event.position, event })),
    filter,
  )

async function compared(
  sightings: readonly Sighting[],
  filter: LogFilter | undefined,
): Promise<Sighting[]> {
  const turns = createTurns()
  const result: Sighting[] = []
  for (const sighting of sightings) {
    if (turns.isOver()) await turns.next()
    const { event } = sighting
    const isLeftOut = event !== undefined && !matches(filter, event)
    result.push(isLeftOut ? { ...sighting, event: undefined } : sighting)
  }
  return result
}

const TURN_MS = 20

/** Yields to other work from time to time during long computations. */
function createTurns() {
  let since = performance.now()
  return {
    isOver: () => performance.now() - since > TURN_MS,
    next: async () => {
      await nextTurn()
      since = performance.now()
    },
  }
}
