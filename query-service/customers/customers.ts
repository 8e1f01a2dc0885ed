import type { listCustomers } from '#kernel/contract/customers.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import { customers } from '#kernel/records/customers.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import { listQuery } from '../listing/list-query.ts'
import { pageOf } from '../listing/page.ts'

export const customersPage = (rows: CompanyRows, query: Input<typeof listCustomers>['query']) =>
  pageOf({
    rows,
    table: 'customer',
    all: rows.selectFrom('customer').selectAll(),
    ...listQuery(customers, query),
  })

export const findCustomer = (rows: CompanyRows, id: string) =>
  rows.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()
