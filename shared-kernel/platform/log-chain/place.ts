import type { Pool } from 'pg'
import {
  BEFORE_THE_LOG,
  type EventStore,
  type LogPlace,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { type ChainEnd, chainLinks } from '#kernel/platform/log-chain/blocks.ts'
import { eventHash } from '#kernel/platform/log-chain/event-hash.ts'

/** The log is not the one that was hashed. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken'

  constructor(at: number, event: StoredEvent | undefined) {
    const found = event === undefined ? 'the log ends' : `${event.stream}@${event.revision} differs`
    super(`the log is not the one that was hashed: at event ${at} ${found}`)
  }
}

interface PlaceSources {
  readonly pool: Pool
  readonly eventStore: Pick<EventStore, 'eventAt' | 'readLog'>
}

/**
 * The place of the chain's last event in this store. In a store that the log was moved to, the event
 * has another position: then the whole log is compared with the chain to find it.
 */
export async function chainPlace(sources: PlaceSources, end: ChainEnd): Promise<LogPlace> {
  const there = await sources.eventStore.eventAt(end.position)
  if (there?.id === end.eventId) return placeBehind(there)
  return comparedUpTo(sources, end.count)
}

async function comparedUpTo({ pool, eventStore }: PlaceSources, count: number): Promise<LogPlace> {
  const everybodys = eventStore.readLog(START_OF_LOG, { withNeighbours: true })
  const events = everybodys[Symbol.asyncIterator]()
  let at = 0
  let place = BEFORE_THE_LOG
  try {
    for await (const { eventId, hash } of chainLinks(pool, count)) {
      at += 1
      let next = await events.next()
      // Neighbours are in the chain only as far as an earlier version hashed them.
      while (next.value?.isNeighbours === true && next.value.id !== eventId) {
        next = await events.next()
      }
      const { value: event, done } = next
      if (done === true) throw new ChainBroken(at, undefined)
      if (!eventHash(event).equals(hash)) throw new ChainBroken(at, event)
      place = placeBehind(event)
    }
  } finally {
    await events.return?.()
  }
  return place
}
