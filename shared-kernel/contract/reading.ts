import { type TObject, type TOptional, type TSchema, type TString, Type } from 'typebox'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { text } from '#kernel/records/field.ts'
import type { Filter } from '#kernel/records/list.ts'
import { type AnyRecord, fieldIn } from '#kernel/records/record.ts'
import { listItemSchema, named } from '#kernel/records/response.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import {
  DateTime,
  flag,
  IdParameter,
  instant,
  moment,
  NoParameters,
  nullable,
  paging,
  sortBy,
} from './fields.ts'

type Named = Pick<Endpoint, 'operationId' | 'summary' | 'path' | 'right'>

interface NamedList extends Named {
  /** The name of an item in the OpenAPI document. */
  readonly item: string
}

/** `GET` of a record's list. */
export const listEndpoint = (record: AnyRecord, { item, ...rest }: NamedList) =>
  endpoint({
    ...rest,
    method: 'GET',
    service: 'query',
    params: NoParameters,
    query: listParameters(record),
    status: 200,
    list: true,
    data: named(item, itemOf(record)),
    errors: ['VALIDATION_FAILED'],
  })

function itemOf(record: AnyRecord): TObject {
  const schema = listItemSchema(record)
  if (record.left === undefined) return schema
  const deletedAt = Type.Optional(nullable(DateTime))
  return Type.Object({ ...schema.properties, deletedAt })
}

/** `GET` of one record by its id. */
export const detailEndpoint = (data: TSchema, rest: Named) =>
  endpoint({
    ...rest,
    method: 'GET',
    service: 'query',
    params: IdParameter,
    query: NoParameters,
    status: 200,
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
    case 'equals': {
      const { filterSchema, words } = fieldIn(record, filter.field)
      const name = filter.parameter ?? `filter[${filter.field}]`
      const inWords = words === undefined ? {} : { description: words }
      // A copy by its members would lose a refinement.
      return [[name, Type.Optional(Type.With(filterSchema, inWords))]]
    }
    case 'text':
      return [[filter.parameter ?? 'q', Type.Optional(text.filterSchema)]]
    case 'range': {
      const [from, until] = filter.parameters ?? ['filter[startDate]', 'filter[endDate]']
      return [
        [from, Type.Optional(instant())],
        [until, Type.Optional(instant())],
      ]
    }
    case 'updatedSince':
      return [['filter[updatedSince]', Type.Optional(moment())]]
    case 'includeDeleted':
      return [['filter[includeDeleted]', Type.Optional(flag())]]
    default:
      return assertNever(filter)
  }
}
