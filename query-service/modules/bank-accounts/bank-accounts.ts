import type { ExpressionBuilder } from 'kysely'
import type { ACCOUNT_SORT_FIELDS, listBankAccounts } from '#kernel/contract/bank-accounts.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { CompanyRows, CompanyTables } from '#query/reading/company-rows.ts'
import { filter, updatedSince } from '#query/reading/filters.ts'
import { listingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listBankAccounts>['query']
type Account = ExpressionBuilder<CompanyTables, 'bank_account'>

const columns: Readonly<Record<(typeof ACCOUNT_SORT_FIELDS)[number], string>> = {
  createdDate: 'created_at',
  updatedAt: 'updated_at',
  name: 'name_sort',
}

export const accountsPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    all: rows.selectFrom('bank_account').selectAll(),
    matching: (all) => all.where((row) => row.and(asked(row, query))),
    ...listingOf(columns, query),
  })

export const findAccount = (rows: CompanyRows, id: string) =>
  rows.selectFrom('bank_account').selectAll().where('id', '=', id).executeTakeFirst()

const asked = (row: Account, query: Query) => [
  ...filter(query['filter[bankCode]'], (value) => row('bank_code', '=', value)),
  ...filter(query['filter[currency]'], (value) => row('currency', '=', value.toUpperCase())),
  ...filter(query['filter[archived]'], (value) => row('archived', '=', value)),
  ...filter(query['filter[integrated]'], (value) => row('integrated', '=', value)),
  ...filter(query['filter[updatedSince]'], updatedSince),
]
