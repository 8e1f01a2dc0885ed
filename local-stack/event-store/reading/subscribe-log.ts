import type { Pool } from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'
import type { Tail } from '../tail.ts'
import { type LogFilter, matches } from './filter.ts'
import { nextInLog } from './read-log.ts'
import type { Subscriber } from './subscriber.ts'
import { createTurns } from './turns.ts'

export interface LogSource {
  readonly pool: Pool
  readonly tail: Tail
}

/** Follows the log for as long as the subscriber is there: pages first, then the tail in memory. */
export async function followLog(
  { pool, tail }: LogSource,
  subscriber: Subscriber,
  { after, filter }: { readonly after: bigint; readonly filter?: LogFilter | undefined },
): Promise<void> {
  let position = after
  let isCaughtUp = false
  let ahead: ReturnType<typeof pageBehind> | undefined
  const checkpoints = checkpointsOf(subscriber, filter, after)
  while (!subscriber.isGone()) {
    const recent = tail.after(position)
    if (recent === undefined) {
      if (isCaughtUp) await checkpoints.looked(position)
      isCaughtUp = false
      const page = await (ahead ?? pageBehind(position))
      position = page.upTo
      ahead = tail.after(position) === undefined ? pageBehind(position) : undefined
      await deliver(page.events)
      await checkpoints.passed(position)
    } else if (recent.length > 0) {
      await deliver(recent)
      position = recent.at(-1)?.position ?? position
      await checkpoints.passed(position)
    } else if (isCaughtUp) {
      await subscriber.somethingNew(() => tail.head() > position)
    } else {
      isCaughtUp = true
      await checkpoints.looked(position)
      await subscriber.caughtUp()
    }
  }

  /** Asked for while the page before it is delivered. */
  function pageBehind(place: bigint) {
    const page = nextInLog(pool, { after: place, head: tail.head(), filter })
    // Whoever waits for it hears of its failure; a subscriber that has gone does not wait.
    page.catch(() => undefined)
    return page
  }

  async function deliver(events: readonly RecordedEvent[]): Promise<void> {
    const turns = createTurns()
    for (const event of events) {
      if (turns.isOver()) await turns.next()
      if (!matches(filter, event)) continue
      const checkpoint = checkpoints.passed(event.position - 1n)
      if (checkpoint !== undefined) await checkpoint
      const sent = subscriber.event(event)
      if (sent !== undefined) await sent
    }
  }
}

/** Positions have no gaps, so their difference is the number of events considered. */
function checkpointsOf(subscriber: Subscriber, filter: LogFilter | undefined, after: bigint) {
  const interval = filter?.checkpointInterval
  let last = after
  const send = async (upTo: bigint, step: bigint) => {
    while (last + step <= upTo) {
      last += step
      await subscriber.checkpoint(last)
    }
  }
  return {
    /** Everything up to here has been sent or does not match. */
    passed: (position: bigint): Promise<void> | undefined =>
      interval !== undefined && position >= last + interval ? send(position, interval) : undefined,
    /** Between two intervals: when the head is reached, and before falling behind it. */
    looked: async (position: bigint): Promise<void> => {
      if (interval === undefined || position <= last) return
      last = position
      await subscriber.checkpoint(position)
    },
  }
}
