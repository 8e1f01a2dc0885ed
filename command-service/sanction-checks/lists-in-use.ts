import type pg from 'pg'
import type {
  ImportedVersion,
  KeptEntry,
  ListName,
  SanctionLists,
} from '#command/providers/sanction-lists/port.ts'
import { type FollowedLog, followLog } from '#command/reference-data/follow-log.ts'
import { streamsAtStart } from '#command/reference-data/read-at-start.ts'
import { listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { type NameSearch, searchIn } from '#kernel/domain/screening/search.ts'
import {
  type SanctionListEvent,
  sanctionListEvents,
  sanctionListStream,
} from '#kernel/events/sanction-list.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { decodeWithoutKeys, withoutForged } from '#kernel/platform/recording/event-codec.ts'
import { SANCTION_LISTS } from '#kernel/records/sanction-matches.ts'
import { entityOf } from './entity.ts'

/** Followers of the log that have loaded the lists are called by this name. */
export const LISTS_FOLLOWER = 'sanction-lists'

const MAX_BATCH = 100

/** One version of one list, ready to be searched. It never changes. */
interface LoadedList {
  readonly version: string
  /** The hashes of the entries, one after the other: a match quotes no other ones. */
  readonly digests: Buffer
  readonly entryCount: number
  readonly search: NameSearch
}

export interface ListInUse extends LoadedList {
  readonly importedAt: string
}

export type ListsInUse = ReadonlyMap<ListName, ListInUse>

interface ListSources {
  readonly eventStore: EventStore
  readonly lists: SanctionLists
  readonly pool: pg.Pool
  readonly logger: Logger
}

export interface FollowedLists extends FollowedLog {
  /** Every list in its newest version, as they are at this moment. */
  readonly now: () => ListsInUse
}

/** Follows the log, and loads what it says is the newest version: a search sees the old one or the new one. */
export function followSanctionLists({ lists, ...sources }: ListSources): FollowedLists {
  const inUse = new Map<ListName, ListInUse>()
  const followed = followLog(sources, {
    name: LISTS_FOLLOWER,
    what: 'sanction lists',
    streamPrefixes,
    readAtStart: streamsAtStart(SANCTION_LISTS.map(sanctionListStream)),
    maxBatch: MAX_BATCH,
    async take(events) {
      for (const imported of newest(withoutForged(events, sources.logger))) {
        const { list, version, importedAt } = imported
        const now = await loadedList(lists, imported)
        inUse.set(list, { ...now, importedAt })
        sources.logger.info({ list, version, entries: now.entryCount }, 'sanction list in use')
      }
    },
  })
  return { ...followed, now: () => new Map(inUse) }
}

const streamPrefixes = [`${sanctionListEvents.category}-`]

/** A later version of a list replaces the earlier one. */
const newest = (events: readonly StoredEvent[]): Iterable<SanctionListEvent['data']> =>
  new Map(
    decodeWithoutKeys(() => sanctionListEvents, events).map(({ event }) => [
      event.data.list,
      event.data,
    ]),
  ).values()

/** Page by page, so that requests are served in between. Throws EntriesChanged. */
export async function loadedList(
  lists: SanctionLists,
  imported: ImportedVersion,
): Promise<LoadedList> {
  const builder = listIndexBuilder()
  const digests: Buffer[] = []
  for await (const page of lists.pages(imported)) {
    for (const { entry, sha256 } of page) {
      builder.add(entityOf(entry))
      digests.push(sha256)
    }
  }
  const index = builder.build()
  const { version } = imported
  return {
    version,
    digests: Buffer.concat(digests),
    entryCount: index.entryCount,
    search: searchIn(index),
  }
}

const DIGEST_BYTES = 32

/** Whether it is the entry that stood at that place when the list was loaded. */
export const isLoaded = ({ digests }: LoadedList, place: number, { sha256 }: KeptEntry): boolean =>
  digests.subarray(place * DIGEST_BYTES, (place + 1) * DIGEST_BYTES).equals(sha256)
