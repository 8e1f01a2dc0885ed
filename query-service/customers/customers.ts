import { checkCustomer, listCustomers, readCustomer } from '#kernel/contract/customers.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { customers } from '#kernel/records/customers.ts'
import { customerStanding } from '#kernel/responses/customers-check.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { detailRoute, listRoute } from '../listing/routes.ts'
import { standingOf } from './check.ts'

export const customerRoutes = (rowsOf: RowsOf): readonly Route[] => [
  listRoute(listCustomers, customers, rowsOf),
  route(checkCustomer, async ({ query, context }) => ({
    data: customerStanding(await standingOf(rowsOf(context.caller), query)),
  })),
  detailRoute(readCustomer, customers, { rowsOf, noun: 'customer' }),
]
