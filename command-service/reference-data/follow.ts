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

/** Before an event that carries the whole record no other of its stream is worth opening. */
function latestRecords(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const whole = new Set<string>()
  const isNeeded = (event: StoredEvent) => {
    const name = `${event.stream} ${event.type} ${event.isGenuine}`
    if (whole.has(name)) return false
    if (isWhole(event)) whole.add(name)
    return true
  }
  return events
    .toReversed()
    .filter((event) => isNeeded(event))
    .toReversed()
}

/** A company has had time zones, too, and not every price says what counts beside it. */
const isWhole = ({ type, data }: StoredEvent) =>
  type === 'PriceRecorded' ? Array.isArray(data['toCome']) : type !== 'CompanyRecorded'
