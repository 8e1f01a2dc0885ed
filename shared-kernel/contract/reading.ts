import { type TObject, type TOptional, type TSchema, type TString, Type } from 'typebox'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { described } from '#kernel/records/described.ts'
import { text } from '#kernel/records/field.ts'
import type { Filter } from '#kernel/records/list.ts'
import { type AnyRecord, fieldIn } from '#kernel/records/record.ts'
import { listItemSchema, named } from '#kernel/records/response.ts'
import { type Endpoint, endpoint, queryDefaults } from './endpoint.ts'
import { DateTime, flag, IdParameter, instant, moment, nullable, paging, sortBy } from './fields.ts'

const LEFT_AT =
  'When it was deleted, or left the list otherwise; null while it is in the list. Present with `filter[includeDeleted]=true` only.'
const PART_OF_TEXT =
  'Digits match an identity number exactly. Other text matches part of the name, ignoring case and Turkish diacritics.'
const BARE_DAY = 'a date `YYYY-MM-DD` is its midnight in UTC.'
const SINCE = 'Changed after this time, in microseconds: the last `updatedAt` that you received.'
const ALSO_DELETED =
  'Also lists what was deleted, or left the list otherwise, without the data of persons; `deletedAt` tells it apart.'

type Named = Pick<Endpoint, 'operationId' | 'summary' | 'about' | 'path' | 'right'>

interface NamedList extends Named {
  /** The name of an item in the OpenAPI document. */
  readonly item: string
}

/** `GET` of a record's list. */
export const listEndpoint = (record: AnyRecord, { item, ...rest }: NamedList) =>
  endpoint({
    ...queryDefaults,
    ...rest,
    query: listParameters(record),
    list: true,
    data: named(item, itemOf(record)),
    errors: ['VALIDATION_FAILED'],
  })

function itemOf(record: AnyRecord): TObject {
  const schema = listItemSchema(record)
  if (record.left === undefined) return schema
  const deletedAt = Type.Optional(described(nullable(DateTime), LEFT_AT))
  return Type.Object({ ...schema.properties, deletedAt })
}

/** `GET` of one record by its id. */
export const detailEndpoint = (data: TSchema, rest: Named) =>
  endpoint({
    ...queryDefaults,
    ...rest,
    params: IdParameter,
    data,
    errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
  })

type ListParameters = typeof paging & { readonly sort: TOptional<TString> }

/** The query parameters of a record's list. */
export function listParameters(record: AnyRecord): TObject<ListParameters> {
  const { list } = record
  if (list === undefined) throw new Error(`there is no list of ${record.name}`)
  const sorts = list.sorts.map((sort) => (typeof sort === 'string' ? sort : sort[0]))
  return Type.Object({
    ...paging,
    sort: sortBy(sorts, list.defaultSort),
    ...Object.fromEntries(list.filters.flatMap((filter) => parametersOf(record, filter))),
  })
}

function parametersOf(record: AnyRecord, filter: Filter): readonly [string, TSchema][] {
  switch (filter.by) {
    case 'facet':
    case 'equals':
    case 'number': {
      const { filterSchema, words = '' } = fieldIn(record, filter.field)
      const name = filter.parameter ?? `filter[${filter.field}]`
      return [[name, Type.Optional(described(filterSchema, filter.words ?? words))]]
    }
    case 'text':
      return [
        [
          filter.parameter ?? 'q',
          Type.Optional(described(text.filterSchema, filter.words ?? PART_OF_TEXT)),
        ],
      ]
    case 'range': {
      const [from, until] = filter.parameters ?? ['filter[startDate]', 'filter[endDate]']
      return [
        [from, Type.Optional(described(instant(), `Dated at this time or later; ${BARE_DAY}`))],
        [until, Type.Optional(described(instant(), `Dated at this time or earlier; ${BARE_DAY}`))],
      ]
    }
    case 'updatedSince':
      return [['filter[updatedSince]', Type.Optional(described(moment(), SINCE))]]
    case 'includeDeleted':
      return [['filter[includeDeleted]', Type.Optional(described(flag(), ALSO_DELETED))]]
    default:
      return assertNever(filter)
  }
}
