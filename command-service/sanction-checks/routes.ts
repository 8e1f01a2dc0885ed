import type { WritingRoutes } from '#command/event-sourcing/until-readable.ts'
import { checkSanctions } from '#kernel/contract/sanction-checks.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { sanctionCheck } from '#kernel/responses/sanction-checks.ts'
import type { SanctionChecking } from './check.ts'
import type { CheckContent } from './sanction-check.ts'

export interface SanctionCheckRoutes extends WritingRoutes {
  readonly checking: SanctionChecking
}

export const sanctionCheckRoutes = (parts: SanctionCheckRoutes): readonly Route[] => [
  route(checkSanctions, ({ body, context }) =>
    parts.idempotency.once(
      { context, operation: 'checkSanctions', creates: 'sanctionCheck', body },
      async (command) => {
        const { content, position } = await parts.checking.check(body, context, command)
        await parts.untilReadable(position)
        const headers = { 'x-event-position': position.toString() }
        return { data: answerOf(content), headers }
      },
    ),
  ),
]

function answerOf(content: CheckContent) {
  const query = valueUnlessForgotten(content.query)
  return sanctionCheck({
    id: content.checkId,
    id_no: query?.idNo ?? null,
    full_name: query?.fullName ?? null,
    surname: query?.surname ?? null,
    wanted_query: content.wantedQuery,
    pep_query: content.pepQuery,
    masak_count: content.masakCount,
    wanted_count: content.wantedCount,
    pep_count: content.pepCount,
    has_customer: content.hasCustomer,
    customer_event_count: content.customerEventCount,
    matches: valueUnlessForgotten(content.matches),
    checked_at: new Date(content.checkedAt),
  })
}
