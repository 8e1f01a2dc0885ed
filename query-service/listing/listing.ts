interface ListQuery {
  readonly sort?: string
  readonly page?: number
  readonly pageSize?: number
}

/** What `sort`, `page` and `pageSize` ask for; the fields that can be sorted by, and their columns, come first. */
export function listingOf(columns: Readonly<Record<string, string>>, query: ListQuery) {
  const [field = '', order] = (query.sort ?? '').split(':')
  const column = columns[field]
  if (column === undefined) throw new Error(`cannot sort by ${field}`)
  const direction: 'asc' | 'desc' = order === 'desc' ? 'desc' : 'asc'
  return { orderBy: [column], direction, ...pagingOf(query) }
}

export const pagingOf = ({ page = 1, pageSize = 25 }: ListQuery) => ({ page, pageSize })
