import { LRUCache } from 'lru-cache'
import { differenceInWords, offsetOf } from '../checks/clock-offset.ts'
import { atMost } from '../process/at-most.ts'
import type { Logger } from '../process/logger.ts'
import { lookEvery } from '../waiting/look-every.ts'
import { pause } from '../waiting/timing.ts'
import { parseAddress } from './address.ts'
import { gossipOffset } from './check/server-clock.ts'
import type { StoredEvent } from './event-store.ts'

const LOOK_EVERY_MS = 60_000
/** A node under load may gossip late: only a difference that a later gossip confirms is one. */
const CONFIRM_AFTER_MS = 3_000
/** An offset that was measured by an event counts for so long, and then what gossip says. */
const MEASURED_FOR_MS = 3 * LOOK_EVERY_MS
const MOST_AWAITED = 1_000

interface Appending {
  /** By this machine's clock. */
  readonly before: number
  readonly after: number
}

/** Compares this machine's clock with the event store's. Nothing is written for it. */
export interface ServerClock {
  /** An event was written between two moments; whoever reads it learns what the store's clock said. */
  readonly appended: (id: string, moments: Appending) => void
  readonly read: (events: readonly Pick<StoredEvent, 'id' | 'storedAt'>[]) => void
  /** By how much this machine's clock is ahead of the store's; 0 within the accuracy of measuring. */
  readonly offsetMs: () => number
  readonly stop: () => void
}

/** Both differ by so much; times in the store's own metadata are as wrong. */
class ClocksDiffer extends Error {
  override readonly name = 'ClocksDiffer'
}

/** Gossip tells the time to about two seconds, also of a store that nobody writes to; an event tells it exactly. */
export function watchServerClock(url: string, logger: Logger): ServerClock {
  const awaited = new LRUCache<string, Appending>(atMost(MOST_AWAITED))
  const stopping = new AbortController()
  let byGossip = 0
  let byEvent = { offsetMs: 0, at: Number.NEGATIVE_INFINITY }

  const offsetMs = () =>
    performance.now() - byEvent.at < MEASURED_FOR_MS ? byEvent.offsetMs : byGossip

  function report() {
    const difference = differenceInWords(offsetMs(), 'the event store’s')
    if (difference === undefined) return
    logger.warn({ err: new ClocksDiffer(difference) }, 'clocks differ')
  }

  async function look() {
    try {
      const first = (await gossipOffset(parseAddress(url))) ?? 0
      if (first !== 0) await pause(CONFIRM_AFTER_MS, stopping.signal)
      const second = first === 0 ? 0 : ((await gossipOffset(parseAddress(url))) ?? 0)
      byGossip = Math.abs(second) < Math.abs(first) ? second : first
      if (!stopping.signal.aborted) report()
    } catch {
      // A store that does not answer is reported by those who need it.
    }
  }
  void look()
  const stopLooking = lookEvery(LOOK_EVERY_MS, look)

  return {
    appended: (id, moments) => void awaited.set(id, moments),
    read: (events) => {
      if (awaited.size === 0) return
      for (const { id, storedAt } of events) {
        const moments = awaited.get(id)
        if (moments === undefined) continue
        awaited.delete(id)
        byEvent = { offsetMs: offsetOf({ ...moments, other: storedAt }), at: performance.now() }
        report()
      }
    },
    offsetMs,
    stop: () => {
      stopping.abort()
      stopLooking()
    },
  }
}
