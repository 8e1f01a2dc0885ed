import { categoryOf } from '#kernel/events/category-of.ts'
import {
  BEFORE_THE_LOG,
  type EventStore,
  type LogPlace,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { passedCounter } from '#kernel/platform/event-store/passed-events.ts'

/** Of each stream, the newest: an import every hour for ten years. */
const MAX_EVENTS = 100_000

interface ReadStreams {
  readonly events: readonly StoredEvent[]
  /** They have no more events up to here. */
  readonly upTo: LogPlace
}

/** What stands in a few whole categories, found by the names of their streams; in the order of the log. */
export async function readStreams(
  { readStream, headOfLog }: Pick<EventStore, 'readStream' | 'headOfLog'>,
  streams: readonly string[],
): Promise<ReadStreams> {
  // Of whoever wrote there: a store writes statistics of its own.
  const end = { position: await headOfLog(), lastEvent: undefined }
  const newest = { direction: 'backwards', maxCount: MAX_EVENTS } as const
  const read = await Promise.all(streams.map((stream) => readStream(stream, newest)))
  const events = read
    .flat()
    .filter(({ position }) => position <= end.position)
    .toSorted((one, other) => (one.position < other.position ? -1 : 1))
  return { events, upTo: { ...end, passed: countOf(events, streams) } }
}

function countOf(events: readonly StoredEvent[], streams: readonly string[]) {
  const streamPrefixes = streams.map((stream) => `${categoryOf(stream)}-`)
  const counter = passedCounter({ after: BEFORE_THE_LOG, streamPrefixes })
  counter.count(events)
  return counter.passed()
}
