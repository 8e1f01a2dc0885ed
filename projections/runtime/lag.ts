import { families } from '#kernel/events/families.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { categoryOf } from '#kernel/platform/recording.ts'

const MAX_COUNTED = 5_000

/** How far tables are behind the log. */
export interface Lag {
  readonly head: bigint
  /** Events that are not shown yet. */
  readonly events: number
  /** Since the oldest of them was written. */
  readonly ms: number
}

/** Beyond so many, events are not counted one by one but taken from the positions. */
export async function lagOf(
  eventStore: Pick<EventStore, 'readLog' | 'headOfLog'>,
  position: bigint,
  maxCounted = MAX_COUNTED,
): Promise<Lag> {
  const head = await eventStore.headOfLog()
  let events = 0
  let oldest: StoredEvent | undefined
  if (head > position) {
    for await (const event of eventStore.readLog(position + 1n)) {
      if (!categories.has(categoryOf(event.stream))) continue
      oldest ??= event
      events += 1
      if (events >= maxCounted) {
        events = Math.max(events, Number(head - position))
        break
      }
    }
  }
  return { head, events, ms: ageOf(oldest) }
}

const categories = new Set(families.map(({ category }) => category))

function ageOf(event: StoredEvent | undefined): number {
  const written =
    event === undefined ? Number.NaN : Date.parse(String(event.metadata['recordedAt']))
  return Number.isNaN(written) ? 0 : Math.max(0, Date.now() - written)
}
