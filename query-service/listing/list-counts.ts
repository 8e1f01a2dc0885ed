import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  all,
  anyTextWith,
  byTextHash,
  byTextScan,
  type CompanyQuery,
  changedAfter,
  countsOf,
  rowsOf,
  textsWith,
  where,
  within,
} from './conditions.ts'
import type { Conditions, Range } from './list-query.ts'

type Count = RawBuilder<string>

/** Whether the query has only facets and a range of days. */
const isOfFacets = ({ others, text, since }: CompanyQuery) =>
  others.length === 0 && text === undefined && since === undefined

/** Whether the query asks for every row of the list. */
export const isUnfiltered = (query: CompanyQuery) =>
  isOfFacets(query) && query.facets.length === 0 && query.range === undefined

/** Whether the query has only a text and facets. */
const isOfTexts = ({ others, text, since, range }: CompanyQuery) =>
  text !== undefined && others.length === 0 && since === undefined && range === undefined

/** Whether the query asks only for changes, as accounting software does to update its copy. */
const isOfChanges = ({ others, text, since, facets, range }: CompanyQuery) =>
  since !== undefined &&
  text === undefined &&
  others.length + facets.length === 0 &&
  range === undefined

/** Whether the list counts alone give the total. */
const isCounted = (query: CompanyQuery) =>
  isOfFacets(query) || isOfTexts(query) || isOfChanges(query)

/** Whether the list counts can show that the query is selective. */
export const canBeSelective = (query: CompanyQuery) =>
  query.text !== undefined || (isOfFacets(query) && query.facets.length > 0) || isOfChanges(query)

/**
 * The total by the list counts, and whether it is so small a share of all rows that it is faster to
 * fetch these rows and sort them. To follow the sort order until the page is full takes
 * `portion * all / n` steps, or more if the rows are at its end.
 */
export function countCte(query: CompanyQuery, portion: number): RawBuilder<unknown> {
  const selective = canBeSelective(query)
    ? sql`n <= 2 * sqrt(${portion}::double precision * ${countOfAll(query)})`
    : sql`false`
  return sql`${counted(query)} as materialized (
    select n, ${selective} as is_selective from (select ${listCount(query)} as n offset 0) as counts)`
}

/** The number of rows of the list, whatever the query narrows it to. */
export const countOfAll = (query: CompanyQuery): Count =>
  facetCount({ ...query, facets: [] }, sql`day = '-infinity'`)

const counted = ({ part }: CompanyQuery) => sql.raw(part === 'left' ? 'counted_left' : 'counted')

export const isSelective = (query: CompanyQuery) =>
  sql<SqlBool>`(select is_selective from ${counted(query)})`

function listCount(query: CompanyQuery): Count {
  const { text, since } = query
  if (text !== undefined) return textCount(query, text)
  return since !== undefined && isOfChanges(query) ? changeCount(query, since) : dayCount(query)
}

/** The total: from the list counts if possible, otherwise by counting within an index. */
export function totalOf(query: CompanyQuery): Count {
  if (isCounted(query)) return sql<string>`(select n from ${counted(query)})`
  const { text } = query
  const rest = where(query)
  if (text === undefined) return rowCount(query, rest)
  return sql<string>`case when ${isSelective(query)}
    then ${rowCount(query, [byTextHash(query, text), ...rest])}
    else ${rowCount(query, [byTextScan(text), ...rest])} end`
}

/** Ordered, so that changes are counted in the index of that order and not in the table. */
const rowCount = (query: CompanyQuery, conditions: Conditions): Count =>
  query.since !== undefined
    ? sql<string>`(select count(*) from (select from ${rowsOf(query)}
        where ${all(conditions)} order by updated_at offset 0) as changed)`
    : sql<string>`(select count(*) from ${rowsOf(query)} where ${all(conditions)})`

const textCount = (query: CompanyQuery, text: NonNullable<CompanyQuery['text']>): Count =>
  query.facets.length === 0
    ? sql<string>`(select coalesce(sum(n), 0) from ${countsOf(query, 'text')}
        where ${textsWith(text)})`
    : sql<string>`(select coalesce(sum(n), 0) from ${countsOf(query, 'text_facet')}
        where hash = ${anyTextWith(query, text)} and ${all(query.facets)})`

const SECOND = 1_000_000n
const DAY = 86_400n * SECOND

const dayOf = (at: bigint) => (at - (((at % DAY) + DAY) % DAY)) / DAY

/** Whole days come from the list counts, the parts of the first and last day from the rows. */
function dayCount(query: CompanyQuery): Count {
  const { range } = query
  if (range === undefined) return facetCount(query, sql`day = '-infinity'`)
  const { from, until } = range
  const first = from === undefined ? undefined : dayOf(from + DAY - 1n)
  const last = until === undefined ? undefined : dayOf(until) - 1n
  if (first !== undefined && last !== undefined && first > last) return edgeCount(query, range)
  const isInside = [
    first === undefined ? sql`day > '-infinity'` : sql`day >= ${dateOf(first)}`,
    ...(last === undefined ? [] : [sql`day <= ${dateOf(last)}`]),
  ]
  const parts = [
    facetCount(query, sql.join(isInside, sql` and `)),
    ...(from === undefined || first === undefined || from === first * DAY
      ? []
      : [edgeCount(query, { from, until: first * DAY - 1n })]),
    ...(until === undefined || last === undefined
      ? []
      : [edgeCount(query, { from: (last + 1n) * DAY, until })]),
  ]
  return sql<string>`(${sql.join(parts, sql` + `)})`
}

/**
 * Later days and later seconds of the same day come from the list counts, the rest of the second from
 * the rows. No row changed before 1970.
 */
function changeCount(query: CompanyQuery, since: bigint): Count {
  const moment = since < 0n ? -1n : since
  const day = dayOf(moment)
  const nextSecond = (moment + SECOND - (((moment % SECOND) + SECOND) % SECOND)) / SECOND
  const nextDay = ((day + 1n) * DAY) / SECOND
  const spans = [
    sql`span < ${String(-1n - day)}`,
    sql`span >= ${String(nextSecond)} and span < ${String(nextDay)}`,
  ]
  const ofSecond = [
    ...query.shown,
    changedAfter(moment),
    sql<SqlBool>`updated_at < ${String(nextSecond * SECOND)}`,
  ]
  const sums = spans.map(
    (span) => sql`(select coalesce(sum(n), 0) from ${countsOf(query, 'change')} where ${span})`,
  )
  return sql<string>`(${sql.join([...sums, rowCount(query, ofSecond)], sql` + `)})`
}

const facetCount = (query: CompanyQuery, days: RawBuilder<unknown>): Count =>
  sql<string>`(select coalesce(sum(n), 0) from ${countsOf(query, 'facet')}
    where ${days} and ${all(query.facets)})`

const edgeCount = (query: CompanyQuery, range: Range): Count =>
  rowCount(query, [...query.shown, ...query.facets, ...within(query, range)])

const dateOf = (day: bigint) => sql`date '1970-01-01' + ${Number(day)}::integer`
