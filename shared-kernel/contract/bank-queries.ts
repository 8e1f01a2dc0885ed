import { Type } from 'typebox'
import { described } from '#kernel/records/described.ts'
import { commandDefaults, endpoint } from './endpoint.ts'
import { DateTime, Id, nullable, oneOf, recordId, Text } from './fields.ts'

const AccountResult = Type.Object(
  {
    accountId: described(Id, 'The bank account.', '65a1b2c3d4e5f6a7b8c9d0a1'),
    name: described(Text, 'Name of the account.', 'Garanti TL'),
    status: described(
      oneOf('success', 'failed', 'skipped'),
      '`skipped`: another query was asking for this account.',
    ),
    message: described(nullable(Text), 'Why it failed or was skipped.', null),
  },
  { title: 'BankAccountResult' },
)

export const BankQueryResult = Type.Object(
  {
    total: described(Type.Integer(), 'Accounts that were selected.'),
    triggered: described(Type.Integer(), 'Accounts that were asked for.'),
    succeeded: described(Type.Integer(), 'Accounts whose transactions are complete.'),
    failed: described(Type.Integer(), 'Accounts whose bank could not be asked.', 0),
    skipped: described(Type.Integer(), 'Accounts that another query was asking for.', 0),
    results: described(Type.Array(AccountResult), 'What happened to each account.'),
    ranAt: described(DateTime, 'When the query began.'),
  },
  { title: 'BankQueryResult' },
)

export const queryBanks = endpoint({
  ...commandDefaults,
  operationId: 'queryBanks',
  summary: 'Query the banks',
  about: 'Asks the banks for new transactions of integrated accounts, one account after another.',
  path: '/v1/bank-queries',
  right: 'bankQueries',
  body: Type.Object(
    {
      accountId: Type.Optional(
        described(
          recordId(),
          'The bank account. Default: every integrated account, one after another.',
          '65a1b2c3d4e5f6a7b8c9d0a1',
        ),
      ),
    },
    { additionalProperties: false },
  ),
  data: BankQueryResult,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
