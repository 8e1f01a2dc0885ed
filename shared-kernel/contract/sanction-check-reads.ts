import { Type } from 'typebox'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { narrowCustomer } from '#kernel/records/customers.ts'
import { detailSchema, itemSchema } from '#kernel/records/record.ts'
import { sanctionChecks } from '#kernel/records/sanction-checks.ts'
import { nullable } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

export const DetailedSanctionCheck = Type.Object({
  ...detailSchema(sanctionChecks).properties,
  customer: nullable(narrowCustomer.schema),
  customerEvents: Type.Array(itemSchema(customerEvents)),
})

export const listSanctionChecks = listEndpoint(sanctionChecks, {
  operationId: 'listSanctionChecks',
  summary: 'Sanction checks and panel searches, page by page',
  path: '/v1/compliance/sanction-checks',
  right: 'compliance',
})

export const readSanctionCheck = detailEndpoint(DetailedSanctionCheck, {
  operationId: 'readSanctionCheck',
  summary: 'One sanction check, with the matches as they were found',
  path: '/v1/compliance/sanction-checks/{id}',
  right: 'compliance',
})
