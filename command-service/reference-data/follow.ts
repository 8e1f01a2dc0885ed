import type pg from 'pg'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { streamPrefixes } from './families.ts'
import { evolve, noReferences } from './fold.ts'
import { type FollowedLog, followLog } from './follow-log.ts'
import { newQuarantine } from './quarantine.ts'
import { readApart } from './read-apart.ts'
import { categoriesAtStart } from './read-at-start.ts'
import { type ReferenceData, readReferences } from './reference-data.ts'

const NAME = 'reference-data'
const MAX_BATCH = 2_000

interface ReferenceSources {
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly pool: pg.Pool
  readonly logger: Logger
}

export interface FollowedReferenceData extends FollowedLog {
  readonly data: ReferenceData
}

/** Follows the log and keeps in memory what commands need to know about companies. */
export function followReferenceData({
  vault,
  ...sources
}: ReferenceSources): FollowedReferenceData {
  const references = noReferences()
  const quarantine = newQuarantine()

  function isolate(stored: StoredEvent, error: unknown) {
    const { stream, type, revision } = stored
    const place = { stream, type, revision: revision.toString() }
    sources.logger.error({ err: error, ...place }, 'a record cannot be read: its company waits')
    quarantine.add(stored)
  }

  const followed = followLog(sources, {
    name: NAME,
    what: 'reference data',
    streamPrefixes,
    readAtStart: categoriesAtStart(streamPrefixes, sources.logger),
    maxBatch: MAX_BATCH,
    async take(events) {
      for (const read of await readApart(vault, latestRecords(events))) {
        if ('error' in read) isolate(read.stored, read.error)
        else if (read.recorded !== undefined) {
          evolve(references, read.recorded)
          quarantine.release(read.stored.stream, read.recorded.metadata.companyId)
        }
      }
    },
  })
  return { ...followed, data: readReferences(references, quarantine) }
}

/**
 * Each event carries the whole record: of many prices of one material only the last is worth opening. Of a company all are,
 * for the time zones that it has had.
 */
function latestRecords(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const seen = new Set<string>()
  const isLatest = ({ stream, type, isGenuine }: StoredEvent) => {
    const before = seen.size
    return seen.add(`${stream} ${type} ${isGenuine}`).size > before || type === 'CompanyRecorded'
  }
  return events
    .toReversed()
    .filter((event) => isLatest(event))
    .toReversed()
}
