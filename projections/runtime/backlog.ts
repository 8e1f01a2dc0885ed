import { BEFORE_THE_LOG, type LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import type { ShownEvent } from './shown-events.ts'

/** Batches that may wait in memory while one is written. */
const BATCHES_AHEAD = 2
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Events that change no table wait this long for more: the claim for a document is followed by the
 * document, and both together are one transaction.
 */
const UNSHOWN_WAIT_MS = 10

export interface ShownBatch {
  readonly events: readonly ShownEvent[]
  /** The place in the log that this batch reaches; events that change no table count only for this. */
  readonly upTo: LogPlace
  /** All events of the shard that were read, including those that change no table. */
  readonly count: number
}

interface Part extends ShownBatch {
  readonly bytes: number
}

/**
 * Events that are read and not written yet, bounded by number and by bytes. Parts without any event move
 * only the checkpoint: they wait for others for `emptyWaitMs`.
 */
export function createBacklog(maxBatch: number, emptyWaitMs = 0) {
  const parts: Part[] = []
  let count = 0
  let bytes = 0
  let wakeReader: (() => void) | undefined
  let wakeWriter: (() => void) | undefined
  const closing = new AbortController()
  const { signal: closed } = closing

  const untilMore = () =>
    new Promise<void>((resolve) => {
      wakeWriter = resolve
    })

  const isFull = () => count >= maxBatch * BATCHES_AHEAD || bytes >= MAX_BYTES

  /** As many parts from the front as fit into one batch, and at least one. */
  function partsOfNextBatch(): readonly Part[] {
    let events = 0
    let size = 0
    const rest = parts.findIndex((part) => {
      events += part.count
      size += part.bytes
      return events > maxBatch || size > MAX_BYTES
    })
    return parts.splice(0, rest === -1 ? parts.length : Math.max(rest, 1))
  }

  return {
    isAhead: () => count >= maxBatch,
    /** Resolves when there is room for more. */
    async put(part: Part): Promise<void> {
      parts.push(part)
      count += part.count
      bytes += part.bytes
      wakeWriter?.()
      while (isFull() && !closed.aborted) {
        await new Promise<void>((resolve) => {
          wakeReader = resolve
        })
      }
    },
    /** The next batch, as soon as there is one; undefined after closing. */
    async take(): Promise<ShownBatch | undefined> {
      while (parts.length === 0 && !closed.aborted) await untilMore()
      await untilWorthwhile(parts, { emptyWaitMs, untilMore, closed })
      if (closed.aborted) return undefined
      const taken = partsOfNextBatch()
      const batch = {
        events: taken.flatMap((part) => part.events),
        upTo: taken.at(-1)?.upTo ?? BEFORE_THE_LOG,
        count: taken.reduce((sum, part) => sum + part.count, 0),
      }
      count -= batch.count
      bytes -= taken.reduce((sum, part) => sum + part.bytes, 0)
      wakeReader?.()
      return batch
    },
    close() {
      closing.abort()
      wakeReader?.()
      wakeWriter?.()
    },
  }
}

interface Waiting {
  readonly emptyWaitMs: number
  readonly untilMore: () => Promise<void>
  readonly closed: AbortSignal
}

/** Waits until an event changes a table, or it is time to move the checkpoint. */
async function untilWorthwhile(
  parts: readonly Part[],
  { emptyWaitMs, untilMore, closed }: Waiting,
): Promise<void> {
  if (emptyWaitMs > 0 && isEmpty(parts)) {
    const overdue = pause(emptyWaitMs, closed).then(() => true)
    while (isEmpty(parts) && (await Promise.race([untilMore(), overdue])) !== true);
    if (isEmpty(parts)) return
  }
  if (parts.some(({ events }) => events.length > 0)) return
  await Promise.race([untilMore(), pause(UNSHOWN_WAIT_MS, closed)])
}

const isEmpty = (parts: readonly Part[]) => parts.every(({ count }) => count === 0)
