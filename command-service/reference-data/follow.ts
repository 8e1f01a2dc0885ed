import type pg from 'pg'
import { decodeEvents, withoutForged } from '#kernel/platform/event-codec.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { decoderOf, streamPrefixes } from './families.ts'
import { evolve, noReferences } from './fold.ts'
import { type FollowedLog, followLog } from './follow-log.ts'
import { type ReferenceData, readReferences } from './reference-data.ts'

const NAME = 'reference-data'
const MAX_BATCH = 2_000

interface Sources {
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly pool: pg.Pool
  readonly logger: Logger
}

export interface FollowedReferenceData extends FollowedLog {
  readonly data: ReferenceData
}

/** Follows the log and keeps in memory what commands need to know about companies. */
export function followReferenceData({ vault, ...sources }: Sources): FollowedReferenceData {
  const references = noReferences()
  const followed = followLog(sources, {
    name: NAME,
    what: 'reference data',
    streamPrefixes,
    maxBatch: MAX_BATCH,
    async take(events) {
      const genuine = withoutForged(events, sources.logger)
      const recorded = await decodeEvents(vault, decoderOf, latestRecords(genuine))
      recorded.reduce(evolve, references)
    },
  })
  return { ...followed, data: readReferences(references) }
}

/** Each event carries the whole record: of many prices of one material only the last is worth opening. */
function latestRecords(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const seen = new Set<string>()
  const isLatest = ({ stream, type }: StoredEvent) => {
    const before = seen.size
    return seen.add(`${stream} ${type}`).size > before
  }
  return events
    .toReversed()
    .filter((event) => isLatest(event))
    .toReversed()
}
