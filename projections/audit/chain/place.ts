import type { Pool } from 'pg'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { eventHash } from '#kernel/platform/log-chain/event-hash.ts'
import { type ChainEnd, chainLinks } from './blocks.ts'

/** The log is not the one that the chain was made over. */
class ChainBroken extends Error {
  override readonly name = 'ChainBroken'

  constructor(at: number, event: StoredEvent | undefined) {
    const found = event === undefined ? 'the log ends' : `${event.stream}@${event.revision} differs`
    super(`the log is not what the chain was made over: at its event ${at} ${found}`)
  }
}

interface Sources {
  readonly pool: Pool
  readonly eventStore: EventStore
}

/**
 * Where in the store the chain's last event is. In a store to which the log has been moved it is
 * elsewhere than before: then all of the log is compared with the chain on the way there.
 */
export async function placeBehind(sources: Sources, end: ChainEnd): Promise<bigint> {
  // In another store nothing may begin at this position, and to ask for it is an error.
  const there = await firstOf(sources.eventStore.readLog(end.position)).catch(() => undefined)
  if (there?.id === end.eventId) return there.position
  return comparedUpTo(sources, end.count)
}

async function firstOf(events: AsyncIterable<StoredEvent>): Promise<StoredEvent | undefined> {
  for await (const event of events) return event
  return undefined
}

async function comparedUpTo({ pool, eventStore }: Sources, count: number): Promise<bigint> {
  const events = eventStore.readLog(0n)[Symbol.asyncIterator]()
  let at = 0
  let position = 0n
  try {
    for await (const { hash } of chainLinks(pool, count)) {
      at += 1
      const { value: event, done } = await events.next()
      if (done === true) throw new ChainBroken(at, undefined)
      if (!eventHash(event).equals(hash)) throw new ChainBroken(at, event)
      ;({ position } = event)
    }
  } finally {
    await events.return?.()
  }
  return position
}
