import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import type { Filter, List, ValueFilter } from '#kernel/records/list.ts'
import { type AnyRecord, columnIn, fieldIn } from '#kernel/records/record.ts'
import { microsecondsOf } from '#kernel/records/times.ts'

/** As people write numbers; with any other sign it is a part of a name. */
const ONLY_A_NUMBER = /^[\s./-]*\p{Nd}[\p{Nd}\s./-]*$/u

/** A query of a list, with its conditions grouped by how they can be evaluated. */
export interface ListQuery {
  readonly table: string
  /** The rows of the list, or those that have left it: they have counts and indexes of their own. */
  readonly part: 'listed' | 'left'
  /** The condition of every row of the part. */
  readonly shown: Conditions
  /** Conditions on facets, by which rows are counted. */
  readonly facets: Conditions
  /** All other conditions. */
  readonly others: Conditions
  /** Selects rows that changed after this moment, in microseconds since 1970. */
  readonly since: bigint | undefined
  /** Selects rows whose folded text contains this part literally, without wildcards. */
  readonly text: { readonly column: string; readonly part: string } | undefined
  /** The column by whose days rows are counted. */
  readonly date: DateColumn | undefined
  /** Selects rows whose date is in the range. */
  readonly range: Range | undefined
  /** The columns of the sort order. The id is added, so that the order is total. */
  readonly orderBy: readonly string[]
  readonly direction: 'asc' | 'desc'
  /** The order itself, where these columns do not say it; they are those that it names. */
  readonly order?: RawBuilder<unknown>
  readonly page: number
  readonly pageSize: number
}

export type Conditions = readonly RawBuilder<SqlBool>[]

interface DateColumn {
  readonly column: string
  readonly kept: 'instant' | 'microseconds'
}

/** Both ends are inclusive, in microseconds since 1970. */
export interface Range {
  readonly from: bigint | undefined
  readonly until: bigint | undefined
}

/** The validated parameters of a request. */
export interface ListRequest {
  readonly sort?: string
  readonly page?: number
  readonly pageSize?: number
  readonly 'filter[includeDeleted]'?: boolean
}

export function listQuery(
  record: AnyRecord,
  request: ListRequest,
  part: ListQuery['part'] = 'listed',
): ListQuery {
  const { list } = record
  if (list === undefined) throw new Error(`there is no list of ${record.name}`)
  const { sort = list.defaultSort, page = 1, pageSize = 25 } = request
  const all = part === 'listed' ? allOf(record) : allLeft(record)
  const everything = { ...all, ...orderOf(record, list, sort), page, pageSize }
  return list.filters.reduce<ListQuery>(
    (query, filter) => narrowed(query, record, { filter, request }),
    everything,
  )
}

/** Every row of the list, in no particular order. */
export const allOf = (record: AnyRecord): ListQuery => ({
  table: record.name,
  part: 'listed',
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

/** Every row that has left the list. */
const allLeft = (record: AnyRecord): ListQuery => ({
  ...allOf(record),
  part: 'left',
  shown: record.left === undefined ? [] : [sql<SqlBool>`${sql.ref(record.left.at)} is not null`],
})

function dateOf({ columns, counts }: AnyRecord): DateColumn | undefined {
  const column = counts?.[0]?.date
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

interface FilterRequest {
  readonly filter: Filter
  readonly request: ListRequest
}

/** Adds the request's conditions of one filter to the query. */
function narrowed(
  query: ListQuery,
  record: AnyRecord,
  { filter, request }: FilterRequest,
): ListQuery {
  switch (filter.by) {
    case 'facet':
      return narrowedByFacet(query, record, { filter, request })
    case 'number': {
      const number = textIn(request, `filter[${filter.field}]`)
      return number === undefined ? query : { ...query, others: [...query.others, ofIdNo(number)] }
    }
    case 'equals':
      return { ...query, others: [...query.others, ...valueConditions(record, filter, request)] }
    case 'text': {
      const asked = textIn(request, filter.parameter ?? 'q')
      if (asked === undefined) return query
      return filter.orIdNo === true && ONLY_A_NUMBER.test(asked)
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
    case 'includeDeleted':
      return query
    default:
      return assertNever(filter)
  }
}

interface FacetRequest {
  readonly filter: ValueFilter
  readonly request: ListRequest
}

/**
 * A row that the list leaves out has left it, unless the request asks for the value: then it is among
 * the rows of the list.
 */
function narrowedByFacet(
  query: ListQuery,
  record: AnyRecord,
  { filter, request }: FacetRequest,
): ListQuery {
  const { leftOut } = filter
  const asked = valueConditions(record, filter, request)
  const facets = [...query.facets, ...asked]
  if (leftOut === undefined) return { ...query, facets }
  if (asked.length > 0)
    return { ...query, facets, others: [...query.others, ...notListed(query, record)] }
  if (query.part === 'left') return query
  const isInUse = sql<SqlBool>`${sql.ref(columnIn(record, filter.field))} != ${leftOut}`
  return { ...query, facets: [...facets, isInUse] }
}

const notListed = ({ part }: ListQuery, { shown }: AnyRecord): Conditions =>
  part === 'left' && shown !== undefined ? [sql<SqlBool>`not (${sql.raw(shown)})`] : []

function valueConditions(record: AnyRecord, filter: ValueFilter, request: ListRequest): Conditions {
  const { field, missingIs, normalize = (value: string) => value } = filter
  const column = sql.ref(columnIn(record, field))
  const asked = given(request, filter.parameter ?? `filter[${field}]`)
  if (asked === undefined) return []
  const value = typeof asked === 'string' ? normalize(asked) : asked
  if (fieldIn(record, field).type === 'text[]') return [sql<SqlBool>`${column} @> ${[value]}`]
  return value === missingIs
    ? [sql<SqlBool>`(${column} = ${value} or ${column} is null)`]
    : [sql<SqlBool>`${column} = ${value}`]
}

/** In any spelling. */
export const ofIdNo = (idNo: string) => sql<SqlBool>`normal_number = ${normalNumber(idNo)}`

/** A text without letters, such as a lone accent, is in no row. */
export function containing(query: ListQuery, column: string, text: string): ListQuery {
  const part = fold(text)
  return part === ''
    ? { ...query, others: [...query.others, sql<SqlBool>`false`] }
    : { ...query, text: { column, part } }
}

/** Bounds of a column with milliseconds are cut to milliseconds, because rows keep no finer digits. */
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
