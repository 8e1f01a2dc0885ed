import { type Listing, listingOf, recordsOf } from './pages.ts'

interface Changed {
  readonly updatedAt: string
  readonly deletedAt?: string | null
}

interface Page<Item> {
  readonly data?: { readonly data: readonly Item[] }
}

/** What a list is asked for to read what changed after a moment. */
interface Query {
  readonly 'filter[updatedSince]': string
  /** The client sends it only to lists that something can leave. */
  readonly 'filter[includeDeleted]': true
  readonly sort: 'updatedAt:asc'
  readonly pageSize: number
}

/** A record as it is now. One with `deletedAt` has left the list: remove it from your copy. */
export type Change<Item> = Omit<Item, 'deletedAt'> & { readonly deletedAt: string | null }

interface Following {
  /** The `updatedAt` of the last change that you processed; without one, from the beginning. */
  readonly since?: string | undefined
  readonly pageSize?: number
}

/** The earliest cursor, for a program that has seen no change yet. */
const BEGINNING = '0001-01-02T00:00:00Z'

/**
 * Everything that changed since a cursor, oldest change first, until there is no more. Keep the
 * `updatedAt` of the last item that you processed as the next cursor: no change is missed, deletions included.
 */
export const changes = <Item extends Changed>(
  read: (query: Query) => Promise<Page<Item>>,
  { since = BEGINNING, pageSize = 100 }: Following = {},
): Listing<Change<Item>> =>
  listingOf(async function* byPage() {
    for (let cursor = since; ; ) {
      // Always the first page: a record that changes in between moves behind the cursor, not between pages.
      const query = {
        'filter[updatedSince]': cursor,
        'filter[includeDeleted]': true,
        sort: 'updatedAt:asc',
        pageSize,
      } as const
      const { data: answer } = await read(query)
      const last = answer?.data.at(-1)
      if (answer === undefined || last === undefined) return
      yield answer.data.map(changeOf)
      cursor = last.updatedAt
    }
  })

const changeOf = <Item extends Changed>(item: Item): Change<Item> => ({
  ...item,
  deletedAt: item.deletedAt ?? null,
})

/** @deprecated `changes` also reads page by page. */
export const changesSince = <Item extends Changed>(
  read: (query: Query) => Promise<Page<Item>>,
  cursor?: string,
): AsyncGenerator<Change<Item>> => recordsOf(changes(read, { since: cursor }))
