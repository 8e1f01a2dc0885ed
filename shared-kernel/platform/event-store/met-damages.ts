import { LRUCache } from 'lru-cache'
import { atMost } from '../process/at-most.ts'
import type { Logger } from '../process/logger.ts'
import { DamagedStream } from './damaged-stream.ts'
import type { EventStore } from './event-store.ts'

const MAX_REMEMBERED = 1_000

type Streams = Pick<EventStore, 'append' | 'readStream'>

/** The same, and how many damaged streams of ours were met. */
export interface WatchedStreams extends Streams {
  readonly metDamages: () => number
}

/**
 * Notes each stream that turns out to be damaged where it is needed, until it is read from its first event
 * again. Nothing is read for that: the log may be long, and what nobody needs is for `audit verify`.
 */
export function watchDamages({ append, readStream }: Streams, logger: Logger): WatchedStreams {
  const met = new LRUCache<string, true>(atMost(MAX_REMEMBERED))

  function note(error: unknown): never {
    if (error instanceof DamagedStream && !met.has(error.stream)) {
      met.set(error.stream, true)
      const { stream, message: reason } = error
      logger.error({ stream, reason }, 'a stream was deleted, cut or tombstoned')
    }
    throw error
  }

  return {
    append: (...appended) => append(...appended).catch(note),
    readStream: async (stream, read) => {
      const events = await readStream(stream, read).catch(note)
      if (events.some(({ revision }) => revision === 0n)) met.delete(stream)
      return events
    },
    metDamages: () => met.size,
  }
}
