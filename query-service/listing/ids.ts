import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  all,
  bearing,
  demandsOf,
  type Question,
  rowsOf,
  type Source,
  showing,
  tallyOf,
} from './question.ts'
import { canBeFew, few } from './totals.ts'

/** Which page, and in which order. */
export interface Listing {
  /** Columns; the id is added, so that the order is the same every time. */
  readonly orderBy: readonly string[]
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly pageSize: number
}

type Conditions = readonly Expression<SqlBool>[]

/**
 * The ids of a page. Along the index of the sort order one comes to many rows soon, but to few, or to
 * those that all stand at its end, late: where the tallies say that there are few, these are looked up
 * and sorted instead. One of the two is carried out.
 */
export function idsOf(question: Question, listing: Listing): RawBuilder<unknown> {
  const { part, since } = question
  const rest = demandsOf(question)
  if (!canBeFew(question)) return alongOrder(question, listing, rest)
  const searched = part === undefined ? [] : [showing(question, part)]
  const found = part === undefined ? [] : [bearing(question, part)]
  const bounded = part === undefined && since === undefined ? fromFirstDay(question, listing) : []
  return sql`(${alongOrder(question, listing, [...searched, ...rest, ...bounded, sql<SqlBool>`not ${few}`])})
    union all (${lookedUp(question, listing, [...found, ...rest, few])})`
}

const alongOrder = (source: Source, listing: Listing, conditions: Conditions) =>
  sql`select id from ${rowsOf(source)} where ${all(conditions)} ${portionOf(listing)}`

/** What is behind an offset, even of nothing, is planned without regard to the order. */
const lookedUp = (source: Source, listing: Listing, conditions: Conditions) => {
  const columns = sql.join(sortedBy(listing).map((column) => sql.ref(column)))
  return sql`select id from (
    select ${columns} from ${rowsOf(source)} where ${all(conditions)} offset 0
  ) as few ${portionOf(listing)}`
}

/**
 * The days before the first one with such a row are passed over. The sum keeps the database from looking
 * for that day from the very first one on, through all that are of other cells.
 */
function fromFirstDay(question: Question, { orderBy, direction }: Listing): Conditions {
  const { date } = question
  if (date === undefined || orderBy[0] !== date.column) return []
  const days = sql`from ${tallyOf(question, 'cell')}
    where day > '-infinity' and ${all(question.cells)}`
  const start = (day: RawBuilder<unknown>) =>
    date.kept === 'instant'
      ? sql`(${day})::timestamp at time zone 'UTC'`
      : sql`((${day}) - date '1970-01-01')::bigint * 86400000000`
  const column = sql.ref(date.column)
  return direction === 'asc'
    ? [sql<SqlBool>`${column} >= (select ${start(sql`min(day + 0)`)} ${days})`]
    : [sql<SqlBool>`${column} < (select ${start(sql`max(day + 1)`)} ${days})`]
}

const portionOf = (listing: Listing) => {
  const { direction, pageSize } = listing
  const order = sortedBy(listing).map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`)
  return sql`order by ${sql.join(order)} limit ${pageSize} offset ${skippedBy(listing)}`
}

/** Rows on the pages before this one. */
export const skippedBy = ({ page, pageSize }: Listing) =>
  Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER - pageSize)

const sortedBy = ({ orderBy }: Listing) => [...orderBy, 'id']
