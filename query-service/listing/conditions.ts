import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CompanySources } from './company-rows.ts'
import type { Conditions, ListQuery, Range } from './list-query.ts'

/** A query of one company. */
export interface CompanyQuery<Rows = CompanySources> extends ListQuery {
  readonly rows: Rows
}

export const rowsOf = ({ rows, table }: CompanyQuery) => sql`${rows.part(table)} as listed`

/** The list counts of the table, which the projections maintain. */
export const countsOf = (
  { rows, table, part }: CompanyQuery,
  kind: 'facet' | 'change' | 'text' | 'text_facet',
) => sql`${rows.part(`${table}_${part === 'left' ? 'left_' : ''}${kind}_count`)} as counts`

export const all = (conditions: Conditions): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/** The conditions on a row, except the one on its text. */
export const where = (query: CompanyQuery): Conditions => [
  ...query.shown,
  ...query.facets,
  ...query.others,
  ...(query.since === undefined ? [] : [changedAfter(query.since)]),
  ...(query.range === undefined ? [] : within(query, query.range)),
]

export const changedAfter = (since: bigint) => sql<SqlBool>`updated_at > ${since.toString()}`

/** Rows whose date is in the range. */
export function within({ date }: CompanyQuery, { from, until }: Range): Conditions {
  if (date === undefined) throw new Error('the list has no dates')
  const column = sql.ref(date.column)
  const value = (at: bigint) =>
    date.kept === 'instant' ? new Date(Math.floor(Number(at) / 1000)) : at.toString()
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${column} >= ${value(from)}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`${column} <= ${value(until)}`]),
  ]
}

type Text = NonNullable<ListQuery['text']>

/** The counted texts that contain the part. */
export const textsWith = ({ column, part }: Text): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** The hashes of these texts. */
export const anyTextWith = (query: CompanyQuery, text: Text) =>
  sql`any (array(select hash from ${countsOf(query, 'text')} where ${textsWith(text)}))`

/** Rows whose text contains the part, found by the hash of the text. */
export const byTextHash = (query: CompanyQuery, text: Text): RawBuilder<SqlBool> =>
  sql<SqlBool>`md5(${sql.ref(text.column)})::uuid = ${anyTextWith(query, text)}`

/** The same rows, found by a scan of the texts. */
export const byTextScan = ({ column, part }: Text): RawBuilder<SqlBool> =>
  sql<SqlBool>`strpos(${sql.ref(column)}, ${part}) > 0`
