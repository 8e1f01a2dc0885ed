import type { LogSubscription, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { createBacklog, type ShownBatch } from './backlog.ts'
import { type Reading, shownEvents } from './shown-events.ts'

/** Events that arrive in this time form one batch: a transaction costs more than its rows. */
const BATCH_INTERVAL_MS = 4

/** Small, so that the store continues to send while these are decoded. */
const MAX_READ_AT_ONCE = 128

interface FlowOptions {
  readonly reading: Reading
  readonly maxBatch: number
  /** Called with one batch at a time, in order; a batch grows while the one before is written. */
  readonly write: (batch: ShownBatch) => Promise<void>
}

/** Handles a subscription to the log. */
interface Flow extends Pick<LogSubscription, 'handle' | 'maxBatch'> {
  /** Resolves after closing; rejects when a batch could not be written. */
  readonly ended: Promise<void>
  /** Finishes the current batch and drops the rest, which the next reader reads again. */
  readonly close: () => Promise<void>
}

/** Decodes the next events while the database writes the ones before. */
export function startFlow({ reading, maxBatch, write }: FlowOptions): Flow {
  const stop = new AbortController()
  const backlog = createBacklog(maxBatch)

  async function work() {
    for (let batch = await backlog.take(); batch !== undefined; batch = await backlog.take()) {
      const rested = pause(BATCH_INTERVAL_MS, stop.signal)
      await write(batch)
      if (!backlog.isAhead()) await rested
    }
  }

  const ended = work().finally(() => {
    backlog.close()
  })
  ended.catch(() => undefined)
  return {
    maxBatch: Math.min(maxBatch, MAX_READ_AT_ONCE),
    async handle(stored, upTo) {
      const events = await shownEvents(reading, stored)
      const bytes = stored.reduce((sum, event) => sum + bytesOf(event), 0)
      await backlog.put({ events, upTo, count: stored.length, bytes })
    },
    ended,
    close: async () => {
      stop.abort()
      backlog.close()
      await ended.catch(() => undefined)
    },
  }
}

const bytesOf = ({ data }: StoredEvent) => bytesIn(data)

/** Approximate: an event consists almost entirely of text. */
function bytesIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 0
  for (const name of Object.keys(value)) bytes += bytesIn(Reflect.get(value, name))
  return bytes
}
