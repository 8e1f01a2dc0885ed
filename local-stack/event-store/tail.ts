import { positionBehind } from './position.ts'
import type { RecordedEvent } from './recorded-event.ts'

const MAX_EVENTS = 8192
const MAX_BYTES = 64 * 1024 * 1024
const EVENTS_AT_ONCE = 512

/** The end of the log, kept in memory: who is up to date is served without a query. */
export interface Tail {
  /** Position of the last event that is safely in the log; nought while there is none. */
  readonly head: () => bigint
  /** Where the next event will stand. */
  readonly end: () => bigint
  /** Whether an event stands at exactly this place; undefined when that is no longer in memory. */
  readonly holds: (position: bigint) => boolean | undefined
  readonly publish: (events: readonly RecordedEvent[]) => void
  /** The next events behind a position; undefined when that place is no longer in memory. */
  readonly after: (position: bigint) => readonly RecordedEvent[] | undefined
  /** Calls back after each publication, until the function given back is called. */
  readonly onPublished: (listener: () => void) => () => void
  /** How many wait for the next publication. */
  readonly listeners: () => number
}

export function createTail(last: RecordedEvent | undefined): Tail {
  const listeners = new Set<() => void>()
  let events: RecordedEvent[] = []
  let bytes = 0
  let head = last?.position ?? 0n
  let end = positionBehind(last)
  /** Of the last event that is not in memory. */
  let forgotten = head
  const forgetOldHalf = () => {
    const half = Math.ceil(events.length / 2)
    forgotten = events[half - 1]?.position ?? forgotten
    events = events.slice(half)
    bytes = events.reduce((sum, event) => sum + bytesOf(event), 0)
  }
  /** Of the first event behind a position. */
  const indexBehind = (position: bigint) => {
    let low = 0
    let high = events.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((events[middle]?.position ?? position) <= position) low = middle + 1
      else high = middle
    }
    return low
  }
  const tellListeners = () => {
    for (const listener of listeners) listener()
  }
  return {
    head: () => head,
    end: () => end,
    holds: (position) => {
      if (position < forgotten) return undefined
      return position === forgotten || events[indexBehind(position) - 1]?.position === position
    },
    publish: (published) => {
      for (const event of withBytesOfTheirOwn(published)) {
        events.push(event)
        bytes += bytesOf(event)
        head = event.position
      }
      end = positionBehind(events.at(-1) ?? last)
      if (events.length > MAX_EVENTS || bytes > MAX_BYTES) forgetOldHalf()
      // Whoever listens takes its time, and the next group must be on its way to the disk first.
      setImmediate(tellListeners)
    },
    after: (position) => {
      if (position < forgotten) return undefined
      if (position >= head) return []
      const skipped = indexBehind(position)
      return events.slice(skipped, skipped + EVENTS_AT_ONCE)
    },
    onPublished: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    listeners: () => listeners.size,
  }
}

/**
 * Bytes as they came in are part of what the network brought at that moment, and would keep all of
 * it in memory: fifty times as much as themselves.
 */
function withBytesOfTheirOwn(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
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
