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
  readonly pageSize: 100
}

/** A record as it is now. One with `deletedAt` has left the list: remove it from your copy. */
type Change<Item> = Omit<Item, 'deletedAt'> & { readonly deletedAt: string | null }

/** The earliest cursor, for a program that has seen no change yet. */
const BEGINNING = '0001-01-02T00:00:00Z'

/**
 * Everything that changed since a cursor, oldest change first, until there is no more. Keep the
 * `updatedAt` of the last item that you processed as the next cursor: no change is missed, deletions included.
 */
export async function* changesSince<Item extends Changed>(
  read: (query: Query) => Promise<Page<Item>>,
  cursor: string = BEGINNING,
): AsyncGenerator<Change<Item>> {
  let since = cursor
  for (;;) {
    // Always the first page: a record that changes in between moves behind the cursor, not between pages.
    const query = {
      'filter[updatedSince]': since,
      'filter[includeDeleted]': true,
      sort: 'updatedAt:asc',
      pageSize: 100,
    } as const
    const { data: answer } = await read(query)
    const last = answer?.data.at(-1)
    if (answer === undefined || last === undefined) return
    for (const item of answer.data) yield { ...item, deletedAt: item.deletedAt ?? null }
    since = last.updatedAt
  }
}
