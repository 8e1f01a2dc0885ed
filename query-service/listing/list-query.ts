import { sql } from 'kysely'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Filter, List, ValueFilter } from '#kernel/records/list.ts'
import { type AnyRecord, columnIn, fieldIn } from '#kernel/records/record.ts'
import {
  between,
  type Condition,
  containing,
  idNoOrName,
  shown,
  updatedSince,
} from './conditions.ts'

/** What a request asks of a list; its values have been checked. */
interface Request {
  readonly sort?: string
  readonly page?: number
  readonly pageSize?: number
}

/** A request's parameters as conditions and an order. */
export function listQuery(record: AnyRecord, request: Request) {
  const { list, counts } = record
  if (list === undefined) throw new Error(`there is no list of ${record.name}`)
  const { date, text } = counts ?? {}
  return {
    asked: [
      ...(record.shown === undefined ? [] : [shown(sql.raw(record.shown))]),
      ...list.filters.flatMap((filter) => conditionsOf(record, filter, request)),
    ],
    ...(date === undefined ? {} : { date: { column: date, kept: keptAs(record, date) } }),
    ...(text === undefined ? {} : { text }),
    ...orderOf(record, list, request.sort ?? list.defaultSort),
    page: request.page ?? 1,
    pageSize: request.pageSize ?? 25,
  }
}

const keptAs = ({ columns }: AnyRecord, column: string): 'instant' | 'microseconds' =>
  columns[column]?.type === 'bigint' ? 'microseconds' : 'instant'

function orderOf(record: AnyRecord, { sorts }: List, asked: string) {
  const [name, direction] = asked.split(':')
  const sort = sorts.find((one) => (typeof one === 'string' ? one : one[0]) === name)
  if (sort === undefined) throw new Error(`cannot sort by ${asked}`)
  return {
    orderBy: [columnIn(record, typeof sort === 'string' ? sort : sort[1])],
    direction: direction === 'desc' ? 'desc' : 'asc',
  } as const
}

function conditionsOf(record: AnyRecord, filter: Filter, request: Request): readonly Condition[] {
  switch (filter.by) {
    case 'facet':
    case 'equals':
      return valueConditions(
        record,
        filter,
        given(request, filter.parameter ?? `filter[${filter.field}]`),
      )
    case 'text': {
      const part = textIn(request, filter.parameter ?? 'q')
      return filter.orIdNo === true ? idNoOrName(part) : containing(part)
    }
    case 'range': {
      const [from, until] = filter.parameters ?? ['filter[startDate]', 'filter[endDate]']
      return between(textIn(request, from), textIn(request, until))
    }
    case 'updatedSince':
      return updatedSince(textIn(request, 'filter[updatedSince]'))
    default:
      return assertNever(filter)
  }
}

function valueConditions(
  record: AnyRecord,
  filter: ValueFilter,
  asked: unknown,
): readonly Condition[] {
  const { field, leftOut, missingIs, normalize = (value: string) => value } = filter
  const column = sql.ref(columnIn(record, field))
  const on = filter.by === 'facet' ? 'cell' : 'row'
  if (asked === undefined) {
    return leftOut === undefined ? [] : [{ on, holds: sql<boolean>`${column} != ${leftOut}` }]
  }
  const value = typeof asked === 'string' ? normalize(asked) : asked
  if (fieldIn(record, field).type === 'text[]') {
    return [{ on, holds: sql<boolean>`${column} @> ${[value]}` }]
  }
  const holds = sql<boolean>`${column} = ${value}`
  return [
    { on, holds: value === missingIs ? sql<boolean>`(${holds} or ${column} is null)` : holds },
  ]
}

const given = (request: Request, name: string): unknown => Reflect.get(request, name)

function textIn(request: Request, name: string): string | undefined {
  const value = given(request, name)
  return typeof value === 'string' ? value : undefined
}
