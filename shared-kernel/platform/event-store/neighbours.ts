import { LRUCache } from 'lru-cache'
import { atMost } from '../process/at-most.ts'
import type { Logger } from '../process/logger.ts'
import { emptyIfTombstoned } from './errors.ts'
import type { EventMacs, EventStore, LogRead, StoredEvent } from './event-store.ts'
import type { LogFilter } from './log-request.ts'
import type { Announced, Decoding } from './read-response.ts'
import { isSystemEvent } from './stored-event.ts'
import { streamPages } from './stream-pages.ts'

const MAX_REMEMBERED = 10_000
const MAX_NAMED = 100
const PAGE = 20
/** A stream of ours begins with an event of ours; whoever writes into it comes later. */
const MAX_LOOKED_AT = 1_000

/** The store's own events are nobody's, and other programs' are for those who ask. */
export const decodingOf = (macs: EventMacs, { withNeighbours }: LogRead): Decoding => ({
  macs,
  isWanted: (event) =>
    !isSystemEvent(event) &&
    (withNeighbours === true || macs.isNamedAsOurs(event.stream) || isSigned(event)),
})

/** What the store sends to a reader: nothing of other programs, unless it asks for them. */
export function filterOf(
  { streamPrefixes: ours }: Pick<EventMacs, 'streamPrefixes'>,
  {
    withNeighbours,
    streamPrefixes,
  }: LogRead & { readonly streamPrefixes?: readonly string[] | undefined },
): LogFilter | undefined {
  const streams = streamPrefixes ?? (withNeighbours === true ? undefined : ours)
  return streams && { streams }
}

/** A later version may have streams of other names. */
export const isSigned = ({ metadataEnd }: Announced) => metadataEnd.includes('"mac":"')

/** Tells what other programs write into the same store from what is forged. */
export interface Neighbours {
  /**
   * Without the events of other programs, or with those events marked. A stream that is named as one of
   * ours, and holds no event that we signed, is another program's; in one that does, an event without
   * a valid MAC is forged.
   */
  readonly apart: (
    events: readonly StoredEvent[],
    which: LogRead,
  ) => Promise<readonly StoredEvent[]>
}

type Owner = 'ours' | 'theirs'

export function createNeighbours(
  reader: Pick<EventStore, 'readStream'>,
  logger: Logger,
): Neighbours {
  const owners = new LRUCache<string, Promise<Owner>>(atMost(MAX_REMEMBERED))
  let named = 0

  /** Several followers may ask at once. */
  function ownerOf(stream: string): Promise<Owner> {
    const known = owners.get(stream)
    if (known !== undefined) return known
    const owner = lookedUp(stream)
    owners.set(stream, owner)
    owner.catch(() => owners.delete(stream))
    return owner
  }

  async function lookedUp(stream: string): Promise<Owner> {
    if (await holdsOurs(reader, stream)) return 'ours'
    if (named < MAX_NAMED) {
      named += 1
      logger.warn({ stream }, 'a stream of another program is named as ours are: it is left out')
    }
    return 'theirs'
  }

  return {
    async apart(events, { withNeighbours }) {
      if (events.every(({ isGenuine }) => isGenuine)) return events
      const kept: StoredEvent[] = []
      for (const event of events) {
        const isTheirs =
          event.isNeighbours === true ||
          (!event.isGenuine && (await ownerOf(event.stream)) === 'theirs')
        if (!isTheirs) kept.push(event)
        else if (withNeighbours === true) kept.push({ ...event, isNeighbours: true })
      }
      return kept
    },
  }
}

/** Whether there is an event of ours at its beginning. */
export async function holdsOurs({ readStream }: Pick<EventStore, 'readStream'>, stream: string) {
  const untilTombstone: EventStore['readStream'] = (name, read) =>
    readStream(name, read).catch(emptyIfTombstoned)
  for await (const page of streamPages({ readStream: untilTombstone }, stream, { size: PAGE })) {
    if (page.some(({ isGenuine }) => isGenuine)) return true
    if ((page.at(-1)?.revision ?? 0n) + 1n >= MAX_LOOKED_AT) return false
  }
  return false
}
