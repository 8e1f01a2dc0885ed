import type { ExpressionBuilder } from 'kysely'
import type { CUSTOMER_SORT_FIELDS, listCustomers } from '#kernel/contract/customers.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { CompanyRows, CompanyTables } from '#query/reading/company-rows.ts'
import { filter, idNoOrName, updatedSince } from '#query/reading/filters.ts'
import { listingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listCustomers>['query']
type Customer = ExpressionBuilder<CompanyTables, 'customer'>

const columns: Readonly<Record<(typeof CUSTOMER_SORT_FIELDS)[number], string>> = {
  createdDate: 'created_date',
  lastDate: 'last_date',
  updatedAt: 'updated_at',
  nameSurname: 'name_sort',
}

const NO_RECORD = 0

export const customersPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    all: rows.selectFrom('customer').selectAll(),
    matching: (all) => all.where((row) => row.and(asked(row, query))),
    ...listingOf(columns, query),
  })

export const findCustomer = (rows: CompanyRows, id: string) =>
  rows.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()

const asked = (row: Customer, query: Query) => [
  ...filter(query['filter[idType]'], (value) => row('id_type', '=', value)),
  ...filter(query['filter[idCardType]'], (value) =>
    orMissing(row, row('id_card_type', '=', value), 'id_card_type', value === 'idCard'),
  ),
  ...filter(query['filter[recordLevel]'], (value) =>
    orMissing(row, row('record_level', '=', value), 'record_level', value === NO_RECORD),
  ),
  ...filter(query['filter[isVerify]'], (value) => row('is_verify', '=', value)),
  ...filter(query['filter[isValid]'], (value) => row('is_valid', '=', value)),
  ...filter(query['filter[isPhoto]'], (value) => row('is_photo', '=', value)),
  ...filter(query['filter[saveType]'], (value) => row('save_type', '=', value)),
  ...filter(query['filter[label]'], (value) => row(row.val(value), '=', row.fn.any('labels'))),
  ...filter(query['filter[updatedSince]'], updatedSince),
  ...filter(query.q, idNoOrName),
]

/** What is missing counts as the usual value. */
const orMissing = (
  row: Customer,
  condition: ReturnType<Customer['and']>,
  column: 'id_card_type' | 'record_level',
  isUsual: boolean,
) => (isUsual ? row.or([condition, row(column, 'is', null)]) : condition)
