import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, NoParameters, nullable, oneOf, recordId, Text } from './fields.ts'

const AccountResult = Type.Object(
  {
    accountId: Id,
    name: Text,
    status: oneOf('success', 'failed', 'skipped'),
    message: nullable(Text),
  },
  { title: 'BankAccountResult' },
)

export const BankQueryResult = Type.Object(
  {
    total: Type.Integer(),
    triggered: Type.Integer(),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Integer(),
    results: Type.Array(AccountResult),
    ranAt: DateTime,
  },
  { title: 'BankQueryResult' },
)

export const queryBanks = endpoint({
  operationId: 'queryBanks',
  summary: 'Asks the banks for new transactions of integrated accounts, one account after another',
  method: 'POST',
  path: '/v1/bank-queries',
  service: 'command',
  right: 'bankQueries',
  params: NoParameters,
  query: NoParameters,
  body: Type.Object({ accountId: Type.Optional(recordId()) }, { additionalProperties: false }),
  status: 200,
  data: BankQueryResult,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
