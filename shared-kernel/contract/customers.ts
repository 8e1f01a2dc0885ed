import { Type } from 'typebox'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { customers, narrowCustomer, RecordLevel } from '#kernel/records/customers.ts'
import { detailSchema, itemSchema, named } from '#kernel/records/response.ts'
import { endpoint } from './endpoint.ts'
import {
  DateTime,
  flag,
  Id,
  identityNumber,
  NoParameters,
  nullable,
  oneOf,
  text,
} from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

export const listCustomers = listEndpoint(customers, {
  item: 'CustomerItem',
  operationId: 'listCustomers',
  summary: 'Customer accounts, page by page',
  path: '/v1/customers',
  right: 'customers',
})

export const readCustomer = detailEndpoint(named('Customer', detailSchema(customers)), {
  operationId: 'readCustomer',
  summary: 'One customer account',
  path: '/v1/customers/{id}',
  right: 'customers',
})

/** The part of an account that compliance shows. */
export const NarrowCustomer = named('CustomerSummary', narrowCustomer.schema)

export const CustomerStanding = Type.Object(
  {
    exists: flag(),
    customer: nullable(NarrowCustomer),
    recordLevel: nullable(RecordLevel),
    events: Type.Array(named('RegisterEvent', itemSchema(customerEvents))),
    masak: nullable(
      Type.Object(
        {
          lastQueriedAt: DateTime,
          types: Type.Array(oneOf('masak', 'wanted', 'pep')),
          isError: flag(),
        },
        { title: 'LatestSanctionCheck' },
      ),
    ),
    verification: nullable(
      Type.Object(
        {
          latestId: Id,
          isApproval: flag(),
          isSigned: flag(),
          lastFormAt: DateTime,
          hasPendingForm: flag(),
        },
        { title: 'LatestForm' },
      ),
    ),
  },
  { title: 'CustomerStanding' },
)

export const checkCustomer = endpoint({
  operationId: 'checkCustomer',
  summary: 'A customer’s compliance status in one response',
  method: 'GET',
  path: '/v1/customers/check',
  service: 'query',
  right: 'customers',
  params: NoParameters,
  query: Type.Object(
    { idNo: Type.Optional(identityNumber()), nameSurname: Type.Optional(text()) },
    { requiredOneOf: ['idNo', 'nameSurname'] },
  ),
  status: 200,
  data: CustomerStanding,
  errors: ['VALIDATION_FAILED'],
})
