import { listCustomers, readCustomer } from '#kernel/contract/customers.ts'
import { checkCustomer } from '#kernel/contract/customers-check.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { customers } from '#kernel/records/customers.ts'
import { detail, item } from '#kernel/records/record.ts'
import { customerStanding } from '#kernel/responses/customers-check.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { standingOf } from './check.ts'
import { customersPage, findCustomer } from './customers.ts'

export const customerRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listCustomers, async ({ query, context }) => {
    const { rows, page } = await customersPage(rowsOf(context.caller), query)
    return { items: rows.map((row) => item(customers, row)), page }
  }),
  route(checkCustomer, async ({ query, context }) => ({
    data: customerStanding(await standingOf(rowsOf(context.caller), query)),
  })),
  route(readCustomer, async ({ params, context }) => {
    const customer = await findCustomer(rowsOf(context.caller), params.id)
    return customer === undefined ? notFound('customer') : { data: detail(customers, customer) }
  }),
]
