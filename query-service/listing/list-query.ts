import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import type { Filter, List, ValueFilter } from '#kernel/records/list.ts'
import { type AnyRecord, columnIn, fieldIn } from '#kernel/records/record.ts'
import { microsecondsOf } from '#kernel/records/times.ts'

/** What a request asks of a list, by how it can be answered. */
export interface ListQuery {
  readonly table: string
  /** What every row of the list is like, whatever is asked. */
  readonly shown: Conditions
  /** On the few values that rows are counted by. */
  readonly facets: Conditions
  /** On anything else. */
  readonly others: Conditions
  /** Only rows that changed after this moment, in microseconds since 1970. */
  readonly since: bigint | undefined
  /** Only rows with this part in their folded text, letter by letter: nothing is a wildcard. */
  readonly text: { readonly column: string; readonly part: string } | undefined
  /** The moment that rows are counted by day of. */
  readonly date: DateColumn | undefined
  /** Only rows whose date is in it. */
  readonly range: Range | undefined
  /** Columns; the id is added, so that the order is the same every time. */
  readonly orderBy: readonly string[]
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly pageSize: number
}

export type Conditions = readonly RawBuilder<SqlBool>[]

interface DateColumn {
  readonly column: string
  readonly kept: 'instant' | 'microseconds'
}

/** Both ends are in it, in microseconds since 1970. */
export interface Range {
  readonly from: bigint | undefined
  readonly until: bigint | undefined
}

/** A request's parameters, after they have been checked. */
export interface ListRequest {
  readonly sort?: string
  readonly page?: number
  readonly pageSize?: number
}

export function listQuery(record: AnyRecord, request: ListRequest): ListQuery {
  const { list } = record
  if (list === undefined) throw new Error(`there is no list of ${record.name}`)
  const { sort = list.defaultSort, page = 1, pageSize = 25 } = request
  const everything = { ...allOf(record), ...orderOf(record, list, sort), page, pageSize }
  return list.filters.reduce<ListQuery>(
    (query, filter) => narrowed(query, record, { filter, request }),
    everything,
  )
}

/** Every row of the list, in no particular order. */
export const allOf = (record: AnyRecord): ListQuery => ({
  table: record.name,
  shown: record.shown === undefined ? [] : [sql<SqlBool>`${sql.raw(record.shown)}`],
  facets: [],
  others: [],
  since: undefined,
  text: undefined,
  date: dateOf(record),
  range: undefined,
  orderBy: [],
  direction: 'asc',
  page: 1,
  pageSize: 25,
})

function dateOf({ columns, counts }: AnyRecord): DateColumn | undefined {
  const column = counts?.date
  if (column === undefined) return undefined
  return { column, kept: columns[column]?.type === 'bigint' ? 'microseconds' : 'instant' }
}

function orderOf(record: AnyRecord, { sorts }: List, asked: string) {
  const [name, direction] = asked.split(':')
  const sort = sorts.find((one) => (typeof one === 'string' ? one : one[0]) === name)
  if (sort === undefined) throw new Error(`cannot sort by ${asked}`)
  return {
    orderBy: [columnIn(record, typeof sort === 'string' ? sort : sort[1])],
    direction: direction === 'desc' ? 'desc' : 'asc',
  } as const
}

interface Asked {
  readonly filter: Filter
  readonly request: ListRequest
}

/** The query with what the request asks of one filter. */
function narrowed(query: ListQuery, record: AnyRecord, { filter, request }: Asked): ListQuery {
  switch (filter.by) {
    case 'facet':
      return { ...query, facets: [...query.facets, ...valueConditions(record, filter, request)] }
    case 'equals':
      return { ...query, others: [...query.others, ...valueConditions(record, filter, request)] }
    case 'text': {
      const asked = textIn(request, filter.parameter ?? 'q')
      if (asked === undefined) return query
      return filter.orIdNo === true && /^\d+$/.test(asked)
        ? { ...query, others: [...query.others, ofIdNo(asked)] }
        : containing(query, columnIn(record, filter.field), asked)
    }
    case 'range': {
      const [from, until] = filter.parameters ?? ['filter[startDate]', 'filter[endDate]']
      return { ...query, range: rangeOf(query, textIn(request, from), textIn(request, until)) }
    }
    case 'updatedSince': {
      const since = textIn(request, 'filter[updatedSince]')
      return { ...query, since: since === undefined ? undefined : microsecondsOf(since) }
    }
    default:
      return assertNever(filter)
  }
}

function valueConditions(record: AnyRecord, filter: ValueFilter, request: ListRequest): Conditions {
  const { field, leftOut, missingIs, normalize = (value: string) => value } = filter
  const column = sql.ref(columnIn(record, field))
  const asked = given(request, filter.parameter ?? `filter[${field}]`)
  if (asked === undefined) {
    return leftOut === undefined ? [] : [sql<SqlBool>`${column} != ${leftOut}`]
  }
  const value = typeof asked === 'string' ? normalize(asked) : asked
  if (fieldIn(record, field).type === 'text[]') return [sql<SqlBool>`${column} @> ${[value]}`]
  return value === missingIs
    ? [sql<SqlBool>`(${column} = ${value} or ${column} is null)`]
    : [sql<SqlBool>`${column} = ${value}`]
}

export const ofIdNo = (idNo: string) => sql<SqlBool>`id_no = ${idNo}`

/** Text without letters, such as a lone accent, is in no row. */
export function containing(query: ListQuery, column: string, text: string): ListQuery {
  const part = fold(text)
  return part === ''
    ? { ...query, others: [...query.others, sql<SqlBool>`false`] }
    : { ...query, text: { column, part } }
}

/** Instants are asked for in milliseconds: a finer end would cut through what is kept of them. */
function rangeOf({ date }: ListQuery, from: string | undefined, until: string | undefined) {
  if (from === undefined && until === undefined) return undefined
  const microseconds = (moment: string) =>
    date?.kept === 'microseconds' ? microsecondsOf(moment) : BigInt(Date.parse(moment)) * 1000n
  return {
    from: from === undefined ? undefined : microseconds(from),
    until: until === undefined ? undefined : microseconds(until),
  }
}

const given = (request: ListRequest, name: string): unknown => Reflect.get(request, name)

function textIn(request: ListRequest, name: string): string | undefined {
  const value = given(request, name)
  return typeof value === 'string' ? value : undefined
}
