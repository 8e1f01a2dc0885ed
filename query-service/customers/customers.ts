import type { CUSTOMER_SORT_FIELDS, listCustomers } from '#kernel/contract/customers.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import { columnsOf, idNoOrName, ofCell, updatedSince } from '../listing/conditions.ts'
import { listingOf } from '../listing/listing.ts'
import { pageOf } from '../listing/page.ts'

type Query = Input<typeof listCustomers>['query']

const columns: Readonly<Record<(typeof CUSTOMER_SORT_FIELDS)[number], string>> = {
  createdDate: 'created_date',
  lastDate: 'last_date',
  updatedAt: 'updated_at',
  nameSurname: 'name_sort',
}

const NO_RECORD = 0

export const customersPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    rows,
    table: 'customer',
    text: 'name_folded',
    all: rows.selectFrom('customer').selectAll(),
    asked: asked(query),
    ...listingOf(columns, query),
  })

export const findCustomer = (rows: CompanyRows, id: string) =>
  rows.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()

const row = columnsOf<'customer'>()

const asked = (query: Query) => [
  ...ofCell(query['filter[idType]'], (value) => row('id_type', '=', value)),
  ...ofCell(query['filter[idCardType]'], (value) =>
    orMissing(row('id_card_type', '=', value), 'id_card_type', value === 'idCard'),
  ),
  ...ofCell(query['filter[recordLevel]'], (value) =>
    orMissing(row('record_level', '=', value), 'record_level', value === NO_RECORD),
  ),
  ...ofCell(query['filter[isVerify]'], (value) => row('is_verify', '=', value)),
  ...ofCell(query['filter[isValid]'], (value) => row('is_valid', '=', value)),
  ...ofCell(query['filter[isPhoto]'], (value) => row('is_photo', '=', value)),
  ...ofCell(query['filter[saveType]'], (value) => row('save_type', '=', value)),
  ...ofCell(query['filter[label]'], (value) => row('labels', '@>', row.val([value]))),
  ...updatedSince(query['filter[updatedSince]']),
  ...idNoOrName(query.q),
]

/** What is missing counts as the usual value. */
const orMissing = (
  condition: ReturnType<typeof row.and>,
  column: 'id_card_type' | 'record_level',
  isUsual: boolean,
) => (isUsual ? row.or([condition, row(column, 'is', null)]) : condition)
