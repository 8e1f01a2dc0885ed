import type { LogSubscription, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { pause } from '#kernel/platform/timing.ts'
import { type Batch, createBacklog } from './backlog.ts'
import { type Reading, shownEvents } from './shown-events.ts'

/** Under load, what comes in meanwhile makes one batch: a transaction costs more than its rows. */
const BATCH_INTERVAL_MS = 4

/** Few at a time, so that the store goes on sending while these are decoded. */
const MOST_READ_AT_ONCE = 128

interface FlowOptions {
  readonly reading: Reading
  readonly maxBatch: number
  /** Called with one batch at a time, in order; a batch grows with what has come in meanwhile. */
  readonly write: (batch: Batch) => Promise<void>
}

/** What a subscription to the log needs to be written by. */
interface Flow extends Pick<LogSubscription, 'handle' | 'maxBatch'> {
  /** Settles once it is closed; rejects when a batch could not be written. */
  readonly ended: Promise<void>
  /** Finishes the batch in hand; what waits is left to the next one who reads on. */
  readonly close: () => Promise<void>
}

/** Reads and decodes what comes next while the database works on what came before. */
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
    maxBatch: Math.min(maxBatch, MOST_READ_AT_ONCE),
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

/** Roughly: texts are nearly all of an event. */
function bytesIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 0
  for (const part of Object.values(value)) bytes += bytesIn(part)
  return bytes
}
