import type { ACCOUNT_SORT_FIELDS, listBankAccounts } from '#kernel/contract/bank-accounts.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import { columnsOf, ofCell, updatedSince } from '../listing/conditions.ts'
import { listingOf } from '../listing/listing.ts'
import { pageOf } from '../listing/page.ts'

type Query = Input<typeof listBankAccounts>['query']

const columns: Readonly<Record<(typeof ACCOUNT_SORT_FIELDS)[number], string>> = {
  createdDate: 'created_at',
  updatedAt: 'updated_at',
  name: 'name_sort',
}

export const accountsPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    rows,
    table: 'bank_account',
    all: rows.selectFrom('bank_account').selectAll(),
    asked: asked(query),
    ...listingOf(columns, query),
  })

export const findAccount = (rows: CompanyRows, id: string) =>
  rows.selectFrom('bank_account').selectAll().where('id', '=', id).executeTakeFirst()

const row = columnsOf<'bank_account'>()

const asked = (query: Query) => [
  ...ofCell(query['filter[bankCode]'], (value) => row('bank_code', '=', value)),
  ...ofCell(query['filter[currency]'], (value) => row('currency', '=', value.toUpperCase())),
  ...ofCell(query['filter[archived]'], (value) => row('archived', '=', value)),
  ...ofCell(query['filter[integrated]'], (value) => row('integrated', '=', value)),
  ...updatedSince(query['filter[updatedSince]']),
]
