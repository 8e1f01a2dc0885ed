import { listSanctionChecks, readSanctionCheck } from '#kernel/contract/sanction-checks.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { sanctionChecks } from '#kernel/records/sanction-checks.ts'
import { detailedSanctionCheck } from '#kernel/responses/sanction-checks.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { findIn } from '../listing/find.ts'
import { listRoute } from '../listing/routes.ts'
import { ownRecordsOf } from './own-records.ts'

export const sanctionCheckRoutes = (rowsOf: RowsOf): readonly Route[] => [
  listRoute(listSanctionChecks, sanctionChecks, rowsOf),
  route(readSanctionCheck, async ({ params, context }) => {
    const rows = rowsOf(context.caller)
    const check = await findIn(sanctionChecks, rows, params.id)
    if (check === undefined) return notFound('sanction check')
    return { data: detailedSanctionCheck(check, await ownRecordsOf(rows, check)) }
  }),
]
