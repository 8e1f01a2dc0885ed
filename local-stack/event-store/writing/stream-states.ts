import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { atMost } from '#kernel/platform/process/at-most.ts'
import { type Heads, readHeads } from '../storage/log-table.ts'
import { noMetadata, parseMetadata } from './stream-metadata.ts'
import type { StreamState } from './stream-state.ts'

/** Far more than one group of appends touches, so no state of the current group is evicted. */
const CACHED_STREAMS = 20_000

/** Each comes with its metadata, which may be as large as an append. */
const STREAMS_AT_ONCE = 256

/** The writer's cache of stream states; missing ones are read from the table. */
export interface StreamStates {
  readonly has: (stream: string) => boolean
  readonly get: (stream: string) => StreamState
  readonly load: (streams: ReadonlySet<string>) => Promise<void>
  readonly set: (stream: string, state: StreamState) => void
}

export function createStreamStates(pool: Pool): StreamStates {
  const known = new LRUCache<string, StreamState>(atMost(CACHED_STREAMS))
  return {
    has: (stream) => known.has(stream),
    get: (stream) => {
      const state = known.get(stream)
      if (state === undefined) throw new Error('a stream was decided on before it was looked up')
      return state
    },
    load: async (streams) => {
      const unknown = [...streams].filter((stream) => !known.has(stream))
      if (unknown.length === 0) return
      for (let from = 0; from < unknown.length; from += STREAMS_AT_ONCE) {
        const some = unknown.slice(from, from + STREAMS_AT_ONCE)
        for (const heads of await readHeads(pool, some)) known.set(heads.name, stateOf(heads))
      }
    },
    set: (stream, state) => {
      known.set(stream, state)
    },
  }
}

export const stateOf = ({
  revision,
  metadataRevision,
  metadata,
  contentType,
}: Heads): StreamState => ({
  last: BigInt(revision ?? -1),
  metadataLast: BigInt(metadataRevision ?? -1),
  metadata:
    metadata === null || contentType === null
      ? noMetadata
      : parseMetadata({ contentType, data: metadata }),
})
