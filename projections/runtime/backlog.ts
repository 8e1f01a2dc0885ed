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
  /** All events that were read, including those that change no table. */
  readonly count: number
}

interface Part extends ShownBatch {
  readonly bytes: number
}

/** Events that are read and not written yet, bounded by number and by bytes. */
export function createBacklog(maxBatch: number) {
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
      if (parts.every(({ events }) => events.length === 0))
        await Promise.race([untilMore(), pause(UNSHOWN_WAIT_MS, closed)])
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
