import { Type } from 'typebox'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { described } from '#kernel/records/described.ts'
import { detailSchema } from '#kernel/records/response.ts'
import { NarrowCustomer } from './customers.ts'
import { nullable } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

const DetailedCustomerEvent = Type.Object(
  {
    ...detailSchema(customerEvents).properties,
    customer: described(
      nullable(NarrowCustomer),
      'The customer account as it is now; null without one.',
    ),
  },
  { title: 'RegisterEventDetail' },
)

export const listCustomerEvents = listEndpoint(customerEvents, {
  item: 'RegisterEvent',
  operationId: 'listCustomerEvents',
  summary: 'List customer events',
  about: 'Events of the customer register, newest first.',
  path: '/v1/compliance/customer-events',
  right: 'compliance',
})

export const readCustomerEvent = detailEndpoint(DetailedCustomerEvent, {
  operationId: 'readCustomerEvent',
  summary: 'Read a customer event',
  about: 'One event of the customer register.',
  path: '/v1/compliance/customer-events/{id}',
  right: 'compliance',
})
