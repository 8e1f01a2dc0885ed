import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import {
  DateTime,
  flag,
  Id,
  IdParameter,
  moment,
  NoParameters,
  nullable,
  paging,
  sortBy,
  Text,
  text,
} from './fields.ts'

export const BankAccount = Type.Object({
  id: Id,
  name: Text,
  bankCode: nullable(Text),
  iban: nullable(Text),
  currency: Text,
  bank: flag(),
  archived: flag(),
  integrated: flag(),
  lastQueriedAt: nullable(DateTime),
  createdDate: DateTime,
  updatedAt: DateTime,
})

export const ACCOUNT_SORT_FIELDS = ['createdDate', 'updatedAt', 'name'] as const

export const listBankAccounts = endpoint({
  operationId: 'listBankAccounts',
  summary: 'Bank accounts, page by page',
  method: 'GET',
  path: '/v1/bank-accounts',
  service: 'query',
  right: 'bankTransactions',
  params: NoParameters,
  query: Type.Object({
    ...paging,
    sort: sortBy(ACCOUNT_SORT_FIELDS, 'createdDate:asc'),
    'filter[bankCode]': Type.Optional(text()),
    'filter[currency]': Type.Optional(text()),
    'filter[archived]': Type.Optional(flag()),
    'filter[integrated]': Type.Optional(flag()),
    'filter[updatedSince]': Type.Optional(moment()),
  }),
  status: 200,
  list: true,
  data: BankAccount,
  errors: ['VALIDATION_FAILED'],
})

export const readBankAccount = endpoint({
  operationId: 'readBankAccount',
  summary: 'One bank account',
  method: 'GET',
  path: '/v1/bank-accounts/{id}',
  service: 'query',
  right: 'bankTransactions',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: BankAccount,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
