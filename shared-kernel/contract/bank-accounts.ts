import { bankAccounts } from '#kernel/records/bank-accounts.ts'
import { detailSchema, named } from '#kernel/records/response.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

export const listBankAccounts = listEndpoint(bankAccounts, {
  item: 'BankAccount',
  operationId: 'listBankAccounts',
  summary: 'List bank accounts',
  about: 'Bank accounts, page by page.',
  path: '/v1/bank-accounts',
  right: 'bankTransactions',
})

export const readBankAccount = detailEndpoint(named('BankAccount', detailSchema(bankAccounts)), {
  operationId: 'readBankAccount',
  summary: 'Read a bank account',
  about: 'One bank account.',
  path: '/v1/bank-accounts/{id}',
  right: 'bankTransactions',
})
