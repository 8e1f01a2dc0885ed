import { detailedCustomer, listedCustomer } from '#kernel/answers/customers.ts'
import { customerStanding } from '#kernel/answers/customers-check.ts'
import { listCustomers, readCustomer } from '#kernel/contract/customers.ts'
import { checkCustomer } from '#kernel/contract/customers-check.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import type { RowsOf } from '#query/reading/company-rows.ts'
import { standingOf } from './check.ts'
import { customersPage, findCustomer } from './customers.ts'

export const customerRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listCustomers, async ({ query, context }) => {
    const { rows, page } = await customersPage(rowsOf(context.caller), query)
    return { items: rows.map(listedCustomer), page }
  }),
  route(checkCustomer, async ({ query, context }) => ({
    data: customerStanding(await standingOf(rowsOf(context.caller), query)),
  })),
  route(readCustomer, async ({ params, context }) => {
    const customer = await findCustomer(rowsOf(context.caller), params.id)
    return customer === undefined ? notFound('customer') : { data: detailedCustomer(customer) }
  }),
]
