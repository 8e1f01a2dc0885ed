import { Type } from 'typebox'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { narrowCustomer, RecordLevel } from '#kernel/records/customers.ts'
import { itemSchema } from '#kernel/records/record.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, flag, Id, NoParameters, nullable, oneOf, text } from './fields.ts'

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
  summary: 'How a customer stands in compliance, in one answer',
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
