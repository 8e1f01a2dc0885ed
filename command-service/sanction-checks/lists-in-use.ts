import type pg from 'pg'
import type { ListName, SanctionLists } from '#command/providers/sanction-lists/port.ts'
import { type FollowedLog, followLog } from '#command/reference-data/follow-log.ts'
import { listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { type NameSearch, searchIn } from '#kernel/domain/screening/search.ts'
import { type SanctionListEvent, sanctionListEvents } from '#kernel/events/sanction-list.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { decodeWithoutKeys, withoutForged } from '#kernel/platform/recording/event-codec.ts'
import { entityOf } from './entity.ts'

/** Followers of the log that have loaded the lists are called by this name. */
export const LISTS_FOLLOWER = 'sanction-lists'

const MAX_BATCH = 100

/** One version of one list, ready to be searched. It never changes. */
interface LoadedList {
  readonly version: string
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
    maxBatch: MAX_BATCH,
    async take(events) {
      for (const { list, version, importedAt } of newest(withoutForged(events, sources.logger))) {
        const now = await loadedList(lists, list, version)
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

/** Page by page, so that requests are served in between. */
export async function loadedList(
  lists: SanctionLists,
  list: ListName,
  version: string,
): Promise<LoadedList> {
  const builder = listIndexBuilder()
  for await (const page of lists.pages({ list, version })) {
    for (const entry of page) builder.add(entityOf(entry))
  }
  const index = builder.build()
  return { version, entryCount: index.entryCount, search: searchIn(index) }
}
