import { listRegisterEvents, readRegisterEvent } from '#kernel/contract/compliance-events.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { detailedRegisterEvent, listedRegisterEvent } from '#kernel/responses/customer-events.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { customerOf, findRegisterEvent, registerEventsPage } from './customer-events.ts'

export const customerEventRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listRegisterEvents, async ({ query, context }) => {
    const { rows, page } = await registerEventsPage(rowsOf(context.caller), query)
    return { items: rows.map(listedRegisterEvent), page }
  }),
  route(readRegisterEvent, async ({ params, context }) => {
    const rows = rowsOf(context.caller)
    const event = await findRegisterEvent(rows, params.id)
    if (event === undefined) return notFound('customer event')
    const customer = await customerOf(rows, event)
    return { data: detailedRegisterEvent(event, customer ?? null) }
  }),
]
