import { listCustomerEvents, readCustomerEvent } from '#kernel/contract/customer-events.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { strictestFirst } from '#kernel/platform/database/strictest-first.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { narrowCustomer } from '#kernel/records/customers.ts'
import { detail } from '#kernel/records/response.ts'
import type { CompanyRows, RowsOf } from './listing/company-rows.ts'
import { findIn } from './listing/find.ts'
import { listRoute } from './listing/routes.ts'

export const customerEventRoutes = (rowsOf: RowsOf): readonly Route[] => [
  listRoute(listCustomerEvents, customerEvents, rowsOf),
  route(readCustomerEvent, async ({ params, context }) => {
    const rows = rowsOf(context.caller)
    const event = await findIn(customerEvents, rows, params.id)
    if (event === undefined) return notFound('customer event')
    const customer = await customerOf(rows, event)
    const shown = customer === undefined ? null : narrowCustomer.show(customer)
    return { data: { ...detail(customerEvents, event), customer: shown } }
  }),
]

/** The account that the event names; if it names none, the account with its identity number. */
const customerOf = (
  rows: CompanyRows,
  event: { readonly customer_id: string | null; readonly id_no: string | null },
) =>
  rows
    .selectFrom('customer')
    .select(narrowCustomer.columns)
    .where((row) =>
      row.or([
        row('id', '=', event.customer_id),
        row('normal_number', '=', event.id_no === null ? null : normalNumber(event.id_no)),
      ]),
    )
    .orderBy((row) => row('id', '=', event.customer_id ?? ''), 'desc')
    .orderBy(strictestFirst(event.id_no))
    .limit(1)
    .executeTakeFirst()
