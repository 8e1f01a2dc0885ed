import type { Pool } from 'pg'
import type { ServerBehaviour } from '../server-behaviour.ts'
import type { Sighting } from '../storage/log-search.ts'
import type { Tail } from '../tail.ts'
import { type Checkpoint, checkpointsFor } from './checkpoints.ts'
import type { LogFilter } from './filter.ts'
import { LOG_START, type LogPage, nextInLog, sightingsOf } from './read-log.ts'
import type { Subscriber } from './subscriber.ts'

export interface LogSource {
  readonly pool: Pool
  readonly tail: Tail
  readonly behaviour: ServerBehaviour
  /** Positions at which events began until they were scavenged. */
  readonly scavenged: ReadonlySet<bigint>
}

/**
 * Follows the log until the subscriber disconnects. What was there before it is read from the table, which somebody
 * may have changed; what comes later is the tail in memory.
 */
export async function followLog(
  { pool, tail, behaviour }: LogSource,
  subscriber: Subscriber,
  { after, filter }: { readonly after: bigint; readonly filter?: LogFilter | undefined },
): Promise<void> {
  let position = after
  // Who goes on where it was has read the rest.
  const before = after === 0n ? tail.head() : 0n
  const inMemory = () => (position < before ? undefined : tail.after(position))
  let isCaughtUp = false
  let ahead: Promise<LogPage> | undefined
  const checkpoints = filter && checkpointsFor(filter)
  if (filter && after === LOG_START && behaviour.checkpointAtStart !== undefined) {
    await subscriber.checkpoint(behaviour.checkpointAtStart)
  }
  while (!subscriber.isGone()) {
    const recent = inMemory()
    if (recent === undefined) {
      isCaughtUp = false
      const page = await (ahead ?? pageBehind(position))
      const checkpoint = checkpoints?.catchingUp(page.lookedAt)
      position = page.end
      ahead = inMemory() === undefined ? pageBehind(position) : undefined
      await deliver(page.sightings, checkpoint)
    } else if (recent.length > 0) {
      const sightings = await sightingsOf(recent, filter)
      const checkpoint = isCaughtUp ? checkpoints?.live : checkpoints?.catchingUp(recent.length)
      position = recent.at(-1)?.position ?? position
      await deliver(sightings, checkpoint)
    } else if (isCaughtUp) {
      await subscriber.somethingNew(() => tail.head() > position)
    } else {
      isCaughtUp = true
      await subscriber.caughtUp()
    }
  }

  /** Fetched while the page before it is delivered. */
  function pageBehind(place: bigint) {
    const marks = checkpoints?.marks()
    const page = nextInLog(pool, { after: place, head: tail.head(), filter, marks })
    // A waiting subscriber receives the failure; a disconnected one does not.
    page.catch(() => undefined)
    return page
  }

  async function deliver(sightings: readonly Sighting[], checkpoint: Checkpoint | undefined) {
    for (const sighting of sightings) {
      const sent = sighting.event && subscriber.event(sighting.event)
      if (sent !== undefined) await sent
      const place = checkpoint?.(sighting)
      if (place !== undefined) await subscriber.checkpoint(place)
    }
  }
}
