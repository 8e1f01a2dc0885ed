/** How the same is asked of a list and of its table. */
export interface Shape {
  readonly query: Readonly<Record<string, string>>
  readonly where: string
}

export interface ListOfTable {
  readonly table: string
  readonly path: string
  /** Parameters of every request. */
  readonly always?: Readonly<Record<string, string>>
  /** What the list shows at all. */
  readonly shown: string
  /** What it shows when nothing is asked for. */
  readonly usual?: string
  /** Columns by the names of the sort fields; the first one is the order by default. */
  readonly sorts: Readonly<Record<string, string>>
  readonly direction: 'asc' | 'desc'
  readonly filters: readonly Shape[]
}

export const equal = (
  name: string,
  column: string,
  values: readonly (string | number | boolean)[],
) => values.map((value) => ({ query: { [name]: String(value) }, where: `${column} = '${value}'` }))

/** The same list with what was deleted. */
export const withDeleted = (list: ListOfTable): ListOfTable => ({
  ...list,
  always: { 'filter[includeDeleted]': 'true' },
  shown: `(${list.shown} or left_at is not null)`,
})

const FROM = '2023-11-20T10:20:30Z'
const UNTIL = '2023-11-24T01:02:03.004Z'
const SINCE = '2023-11-25T00:00:00Z'

export const moments = (column: string, [start, end]: readonly [string, string]) => [
  { query: { [start]: FROM, [end]: UNTIL }, where: `${column} between '${FROM}' and '${UNTIL}'` },
  { query: { [start]: UNTIL }, where: `${column} >= '${UNTIL}'` },
  { query: { [end]: FROM }, where: `${column} <= '${FROM}'` },
  {
    query: { [start]: FROM, [end]: '2023-11-20T11:00:00Z' },
    where: `${column} between '${FROM}' and '2023-11-20T11:00:00Z'`,
  },
]

export const bracketed = ['filter[startDate]', 'filter[endDate]'] as const
export const since = {
  query: { 'filter[updatedSince]': SINCE },
  where: `updated_at > extract(epoch from timestamptz '${SINCE}') * 1000000`,
}

export const named = (parameter: string, column: string) =>
  ['mehmet', 'a', 'şahin', '9F', 'zzzz', '%', '7a1'].map((text) => ({
    query: { [parameter]: text },
    where: `strpos(${column}, '${text.toLowerCase().replace('ş', 's')}') > 0`,
  }))

export const person = equal('q', 'id_no', ['10000000007', '99'])

/** Both asked for at once. */
const pair = (one: Shape | undefined, other: Shape | undefined): Shape => ({
  query: { ...one?.query, ...other?.query },
  where: `${one?.where ?? 'true'} and ${other?.where ?? 'true'}`,
})

export const withPairs = (
  filters: readonly Shape[],
  ...pairs: readonly (readonly [number, number])[]
) => [...filters, ...pairs.map(([one, other]) => pair(filters[one], filters[other]))]
