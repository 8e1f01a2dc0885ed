import { Type } from 'typebox'
import { narrowCustomer, RecordLevel } from '#kernel/records/customers.ts'
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

const registerEvent = {
  id: Id,
  eventDate: DateTime,
  customerId: nullable(Id),
  /** Null once the person has been forgotten, as the comment. */
  idNo: nullable(Text),
  recordLevel: RecordLevel,
  comment: nullable(Text),
  createdAt: DateTime,
  updatedAt: DateTime,
}

export const ListedRegisterEvent = Type.Object(registerEvent)

export const DetailedRegisterEvent = Type.Object({
  ...registerEvent,
  customer: nullable(narrowCustomer.schema),
})

export const REGISTER_EVENT_SORT_FIELDS = ['eventDate', 'updatedAt'] as const

export const listRegisterEvents = endpoint({
  operationId: 'listCustomerEvents',
  summary: 'Events of the customer register, newest first',
  method: 'GET',
  path: '/v1/compliance/customer-events',
  service: 'query',
  right: 'compliance',
  params: NoParameters,
  query: Type.Object({
    ...paging,
    sort: sortBy(REGISTER_EVENT_SORT_FIELDS, 'eventDate:desc'),
    'filter[idNo]': Type.Optional(text()),
    'filter[recordLevel]': Type.Optional(RecordLevel),
    'filter[startDate]': Type.Optional(instant()),
    'filter[endDate]': Type.Optional(instant()),
    'filter[updatedSince]': Type.Optional(moment()),
  }),
  status: 200,
  list: true,
  data: ListedRegisterEvent,
  errors: ['VALIDATION_FAILED'],
})

export const readRegisterEvent = endpoint({
  operationId: 'readCustomerEvent',
  summary: 'One event of the customer register',
  method: 'GET',
  path: '/v1/compliance/customer-events/{id}',
  service: 'query',
  right: 'compliance',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: DetailedRegisterEvent,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
