import { positionBehind } from './position.ts'
import type { RecordedEvent } from './recorded-event.ts'

const MAX_EVENTS = 8192
const MAX_BYTES = 64 * 1024 * 1024
const EVENTS_AT_ONCE = 512

/** The last events of the log in memory, which serve subscribers at the head without a query. */
export interface Tail {
  /** The position of the last committed event; 0 for an empty log. */
  readonly head: () => bigint
  /** The position of the next event. */
  readonly end: () => bigint
  /** Whether an event has exactly this position; undefined if that part is no longer in memory. */
  readonly holds: (position: bigint) => boolean | undefined
  readonly publish: (events: readonly RecordedEvent[]) => void
  /** The position behind which the events are in memory. */
  readonly begin: () => bigint
  /** Drops what is in memory up to a position: the table is read instead. */
  readonly drop: (upTo: bigint) => void
  /** Events that are no longer in the log. */
  readonly forget: (positions: ReadonlySet<bigint>) => void
  /** The next events after a position; undefined if that part is no longer in memory. */
  readonly after: (position: bigint) => readonly RecordedEvent[] | undefined
  /** Calls back after each publication, until the returned function is called. */
  readonly onPublished: (listener: () => void) => () => void
  /** The number of listeners. */
  readonly listeners: () => number
}

export function createTail(last: RecordedEvent | undefined): Tail {
  const listeners = new Set<() => void>()
  let events: RecordedEvent[] = []
  let bytes = 0
  let head = last?.position ?? 0n
  let end = positionBehind(last)
  /** The position of the last event that is no longer in memory. */
  let forgotten = head
  const keep = (kept: RecordedEvent[]) => {
    events = kept
    bytes = kept.reduce((sum, event) => sum + bytesOf(event), 0)
  }
  const forgetOldHalf = () => {
    const half = Math.ceil(events.length / 2)
    forgotten = events[half - 1]?.position ?? forgotten
    keep(events.slice(half))
  }
  const notifyListeners = () => listeners.forEach((listener) => listener())
  return {
    head: () => head,
    end: () => end,
    begin: () => forgotten,
    drop: (upTo) => {
      if (upTo <= forgotten) return
      keep(events.slice(indexBehind(events, upTo)))
      forgotten = upTo
    },
    holds: (position) => {
      if (position < forgotten) return undefined
      return (
        position === forgotten || events[indexBehind(events, position) - 1]?.position === position
      )
    },
    publish: (published) => {
      for (const event of withCopiedBytes(published)) {
        events.push(event)
        bytes += bytesOf(event)
        head = event.position
      }
      end = positionBehind(events.at(-1) ?? last)
      if (events.length > MAX_EVENTS || bytes > MAX_BYTES) forgetOldHalf()
      // Listeners take time, so the next group is sent to the disk before they run.
      setImmediate(notifyListeners)
    },
    forget: (positions) => keep(events.filter(({ position }) => !positions.has(position))),
    after: (position) => {
      if (position < forgotten) return undefined
      if (position >= head) return []
      const skipped = indexBehind(events, position)
      return events.slice(skipped, skipped + EVENTS_AT_ONCE)
    },
    onPublished: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    listeners: () => listeners.size,
  }
}

/** The index of the first event after a position. */
function indexBehind(events: readonly RecordedEvent[], position: bigint): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.position ?? position) <= position) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Copies the bytes, because they are slices of network buffers, which would stay in memory and are
 * about fifty times as large.
 */
function withCopiedBytes(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const room = Buffer.allocUnsafeSlow(events.reduce((sum, event) => sum + bytesOf(event), 0))
  let at = 0
  const copied = (bytes: Uint8Array) => {
    room.set(bytes, at)
    at += bytes.length
    return room.subarray(at - bytes.length, at)
  }
  return events.map((event) => ({
    ...event,
    data: copied(event.data),
    metadata: copied(event.metadata),
  }))
}

const bytesOf = (event: RecordedEvent) => event.data.length + event.metadata.length
