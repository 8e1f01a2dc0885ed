import { Type } from 'typebox'
import { narrowCustomer } from '#kernel/records/customers.ts'
import { ListedRegisterEvent } from './compliance-events.ts'
import { endpoint } from './endpoint.ts'
import {
  DateTime,
  Id,
  IdParameter,
  instant,
  moment,
  NoParameters,
  nullable,
  paging,
  sortBy,
  Text,
  text,
} from './fields.ts'
import { CheckSummary, checked } from './sanction-checks.ts'

const listed = {
  id: Id,
  idNo: nullable(Text),
  fullName: nullable(Text),
  surname: nullable(Text),
  summary: CheckSummary,
  createdAt: DateTime,
  updatedAt: DateTime,
}

export const ListedSanctionCheck = Type.Object(listed)

export const DetailedSanctionCheck = Type.Object({
  ...listed,
  ...checked,
  customer: nullable(narrowCustomer.schema),
  customerEvents: Type.Array(ListedRegisterEvent),
})

export const CHECK_SORT_FIELDS = ['createdAt', 'updatedAt'] as const

export const listSanctionChecks = endpoint({
  operationId: 'listSanctionChecks',
  summary: 'Sanction checks and panel searches, page by page',
  method: 'GET',
  path: '/v1/compliance/sanction-checks',
  service: 'query',
  right: 'compliance',
  params: NoParameters,
  query: Type.Object({
    ...paging,
    sort: sortBy(CHECK_SORT_FIELDS, 'createdAt:desc'),
    'filter[idNo]': Type.Optional(text()),
    'filter[fullName]': Type.Optional(text()),
    'filter[startDate]': Type.Optional(instant()),
    'filter[endDate]': Type.Optional(instant()),
    'filter[updatedSince]': Type.Optional(moment()),
  }),
  status: 200,
  list: true,
  data: ListedSanctionCheck,
  errors: ['VALIDATION_FAILED'],
})

export const readSanctionCheck = endpoint({
  operationId: 'readSanctionCheck',
  summary: 'One sanction check, with the matches as they were found',
  method: 'GET',
  path: '/v1/compliance/sanction-checks/{id}',
  service: 'query',
  right: 'compliance',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: DetailedSanctionCheck,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
