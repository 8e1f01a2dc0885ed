import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { entityOf } from '#command/modules/sanction-checks/entity.ts'
import type { ListName, SanctionLists } from '#command/providers/sanction-lists/port.ts'
import { publishPosition } from '#command/reference-data/followers.ts'
import { listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { type Search, searchIn } from '#kernel/domain/screening/search.ts'
import { type SanctionListEvent, sanctionListEvents } from '#kernel/events/sanction-list.ts'
import type {
  EventStore,
  StoredEvent,
  Subscription,
} from '#kernel/platform/event-store/event-store.ts'
import { pause, pauseMs } from '#kernel/platform/event-store/waiting.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import { recallUnopened } from '#kernel/platform/recording.ts'

/** Followers of the log that have loaded the lists are called by this name. */
export const LISTS_FOLLOWER = 'sanction-lists'

const MAX_BATCH = 100
const LONGEST_PAUSE_MS = 5_000

/** One version of one list, ready to be searched. It never changes. */
export interface ListInUse {
  readonly version: string
  readonly entryCount: number
  readonly search: Search
}

export type ListsInUse = ReadonlyMap<ListName, ListInUse>

interface Sources {
  readonly eventStore: EventStore
  readonly lists: SanctionLists
  readonly pool: pg.Pool
  readonly logger: Logger
}

export interface FollowedLists {
  /** Every list in its newest version, as they are at this moment. */
  readonly now: () => ListsInUse
  /** Resolves when every list that stood in the log at the start is loaded; rejects when closed before. */
  readonly caughtUp: Promise<void>
  readonly close: () => Promise<void>
}

/** Follows the log, and loads what it says is the newest version: a search sees the old one or the new one. */
export function followSanctionLists({ eventStore, lists, pool, logger }: Sources): FollowedLists {
  const inUse = new Map<ListName, ListInUse>()
  const caughtUp = Promise.withResolvers<void>()
  const closing = new AbortController()
  let head: bigint | undefined
  let position = 0n
  let subscription: Subscription | undefined

  const tellIfCaughtUp = () => {
    if (head !== undefined && position >= head) caughtUp.resolve()
  }

  async function handle(events: readonly StoredEvent[], upTo: bigint) {
    for (const { list, version } of newest(events)) {
      inUse.set(list, await loaded(lists, list, version))
      logger.info({ list, version, entries: inUse.get(list)?.entryCount }, 'sanction list in use')
    }
    position = upTo
    tellIfCaughtUp()
  }

  async function followUntilClosed() {
    const wanted = { name: LISTS_FOLLOWER, streamPrefixes, maxBatch: MAX_BATCH, handle }
    for (let failures = 0; !closing.signal.aborted; failures++) {
      try {
        subscription = eventStore.subscribe({ ...wanted, after: position })
        await subscription.ended
        return
      } catch (error) {
        logger.error({ err: error, position: `${position}` }, 'sanction lists: starting again')
      }
      await pause(pauseMs(failures, LONGEST_PAUSE_MS), closing.signal)
    }
  }

  async function findHead() {
    for (let failures = 0; head === undefined && !closing.signal.aborted; failures++) {
      head = await eventStore.headOfLog().catch(() => undefined)
      if (head === undefined) await pause(pauseMs(failures), closing.signal)
    }
    tellIfCaughtUp()
  }

  const work = Promise.all([followUntilClosed(), findHead()])
  const name = `${LISTS_FOLLOWER}/${randomUUID()}`
  const publication = publishPosition({ pool, logger, name, position: () => position })
  caughtUp.promise.catch(() => undefined)

  return {
    now: () => new Map(inUse),
    caughtUp: caughtUp.promise,
    close: async () => {
      closing.abort()
      caughtUp.reject(new Error('the sanction lists were closed before they were loaded'))
      await subscription?.close()
      await work
      await publication.close()
    },
  }
}

const streamPrefixes = [`${sanctionListEvents.category}-`]

/** What came later under a list's name takes the place of what came before. */
const newest = (events: readonly StoredEvent[]): Iterable<SanctionListEvent['data']> =>
  new Map(
    recallUnopened(() => sanctionListEvents, events).map(({ event }) => [
      event.data.list,
      event.data,
    ]),
  ).values()

/** Page by page, so that requests are served in between. */
async function loaded(lists: SanctionLists, list: ListName, version: string): Promise<ListInUse> {
  const builder = listIndexBuilder()
  for await (const page of lists.pages({ list, version })) {
    for (const entry of page) builder.add(entityOf(entry))
  }
  const index = builder.build()
  return { version, entryCount: index.entryCount, search: searchIn(index) }
}
