import { Type } from 'typebox'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { customers, narrowCustomer, RecordLevel } from '#kernel/records/customers.ts'
import { detailSchema, itemSchema } from '#kernel/records/response.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, flag, Id, NoParameters, nullable, oneOf, text } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

export const listCustomers = listEndpoint(customers, {
  operationId: 'listCustomers',
  summary: 'Customer accounts, page by page',
  path: '/v1/customers',
  right: 'customers',
})

export const readCustomer = detailEndpoint(detailSchema(customers), {
  operationId: 'readCustomer',
  summary: 'One customer account',
  path: '/v1/customers/{id}',
  right: 'customers',
})

export const CustomerStanding = Type.Object({
  exists: flag(),
  customer: nullable(narrowCustomer.schema),
  recordLevel: nullable(RecordLevel),
  events: Type.Array(itemSchema(customerEvents)),
  masak: nullable(
    Type.Object({
      lastQueriedAt: DateTime,
      types: Type.Array(oneOf('masak', 'wanted', 'pep')),
      isError: flag(),
    }),
  ),
  verification: nullable(
    Type.Object({
      latestId: Id,
      isApproval: flag(),
      isSigned: flag(),
      lastFormAt: DateTime,
      hasPendingForm: flag(),
    }),
  ),
})

export const checkCustomer = endpoint({
  operationId: 'checkCustomer',
  summary: 'A customer’s compliance status in one response',
  method: 'GET',
  path: '/v1/customers/check',
  service: 'query',
  right: 'customers',
  params: NoParameters,
  query: Type.Object(
    { idNo: Type.Optional(text()), nameSurname: Type.Optional(text()) },
    { requiredOneOf: ['idNo', 'nameSurname'] },
  ),
  status: 200,
  data: CustomerStanding,
  errors: ['VALIDATION_FAILED'],
})
