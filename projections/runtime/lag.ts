import { categoryOf } from '#kernel/events/category-of.ts'
import { families } from '#kernel/events/families.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { logUpTo } from '#kernel/platform/event-store/log-up-to.ts'

const MAX_COUNTED = 5_000

/** How far the tables are behind the log. */
export interface Lag {
  readonly head: LogPosition
  /** Events that are not projected yet. */
  readonly events: number
  /** Whether counting stopped before the head. */
  readonly isMore: boolean
  /** The age of the oldest of them. */
  readonly ms: number
}

type Log = Pick<EventStore, 'readLog' | 'headOfLog'>

export async function lagOf(
  eventStore: Log,
  position: LogPosition,
  maxCounted = MAX_COUNTED,
): Promise<Lag> {
  const head = await eventStore.headOfLog()
  const { events, isMore, oldest } = await eventsBetween(eventStore, [position, head], maxCounted)
  return { head, events, isMore, ms: ageOf(oldest) }
}

/** Counts our events between two positions, because positions have gaps. */
export async function eventsBetween(
  log: Pick<EventStore, 'readLog'>,
  [behind, upTo]: readonly [LogPosition, LogPosition],
  maxCounted = MAX_COUNTED,
) {
  let events = 0
  let oldest: StoredEvent | undefined
  if (upTo <= behind) return { events, isMore: false, oldest }
  for await (const event of logUpTo(log, { after: behind, upTo })) {
    if (!categories.has(categoryOf(event.stream))) continue
    if (events === maxCounted) return { events, isMore: true, oldest }
    oldest ??= event
    events += 1
  }
  return { events, isMore: false, oldest }
}

const categories = new Set(families.map(({ category }) => category))

function ageOf(event: StoredEvent | undefined): number {
  const written =
    event === undefined ? Number.NaN : Date.parse(String(event.metadata['recordedAt']))
  return Number.isNaN(written) ? 0 : Math.max(0, Date.now() - written)
}
