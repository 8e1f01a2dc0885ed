import { Type } from 'typebox'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { customers, narrowCustomer, RecordLevel } from '#kernel/records/customers.ts'
import { described } from '#kernel/records/described.ts'
import { detailSchema, inWordsOf, itemSchema, named } from '#kernel/records/response.ts'
import { endpoint, queryDefaults } from './endpoint.ts'
import { DateTime, flag, Id, identityNumber, nullable, oneOf, text } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

export const listCustomers = listEndpoint(customers, {
  item: 'CustomerItem',
  operationId: 'listCustomers',
  summary: 'List customers',
  about: 'Customer accounts, page by page.',
  path: '/v1/customers',
  right: 'customers',
})

export const readCustomer = detailEndpoint(named('Customer', detailSchema(customers)), {
  operationId: 'readCustomer',
  summary: 'Read a customer',
  about: 'One customer account.',
  path: '/v1/customers/{id}',
  right: 'customers',
})

/** The part of an account that compliance shows. */
export const NarrowCustomer = named('CustomerSummary', narrowCustomer.schema)

export const CustomerStanding = Type.Object(
  {
    exists: described(flag(), 'Whether there is a customer account.', true),
    customer: described(nullable(NarrowCustomer), 'The customer account; null without one.'),
    recordLevel: described(
      nullable(RecordLevel),
      '0 no record, 1 normal, 2 safe, 3 risky, 4 banned.',
      1,
    ),
    events: described(
      Type.Array(named('RegisterEvent', itemSchema(customerEvents))),
      'Its register events, newest first, at most 25.',
    ),
    masak: described(
      nullable(
        Type.Object(
          {
            lastQueriedAt: described(DateTime, 'When the lists were searched.'),
            types: described(
              Type.Array(oneOf('masak', 'wanted', 'pep')),
              'The lists that were searched.',
              ['masak', 'wanted', 'pep'],
            ),
            isError: described(flag(), 'Whether the check failed.'),
          },
          { title: 'LatestSanctionCheck' },
        ),
      ),
      'The latest sanction check of the identity number; null without one.',
    ),
    verification: described(
      nullable(
        Type.Object(
          {
            latestId: described(Id, 'The newest form.'),
            isApproval: described(flag(), 'Whether the back office has approved the form.', true),
            isSigned: described(flag(), 'Whether the customer has signed it.', true),
            lastFormAt: described(DateTime, 'When it was created.'),
            hasPendingForm: described(flag(), 'Whether a form waits for approval.'),
          },
          { title: 'LatestForm' },
        ),
      ),
      'The identification forms of the person; null without one.',
    ),
  },
  { title: 'CustomerStanding' },
)

export const checkCustomer = endpoint({
  ...queryDefaults,
  operationId: 'checkCustomer',
  summary: 'Check a customer',
  about: 'A customer’s compliance status in one response.',
  path: '/v1/customers/check',
  right: 'customers',
  query: Type.Object(
    inWordsOf(customers, {
      idNo: Type.Optional(identityNumber()),
      nameSurname: Type.Optional(text()),
    }),
    { requiredOneOf: ['idNo', 'nameSurname'] },
  ),
  data: CustomerStanding,
  errors: ['VALIDATION_FAILED'],
})
