import { listSanctionChecks, readSanctionCheck } from '#kernel/contract/sanction-check-reads.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { detailedSanctionCheck, listedSanctionCheck } from '#kernel/responses/sanction-checks.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { ownRecordsOf } from './own-records.ts'
import { checksPage, findCheck } from './sanction-checks.ts'

export const sanctionCheckRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listSanctionChecks, async ({ query, context }) => {
    const { rows, page } = await checksPage(rowsOf(context.caller), query)
    return { items: rows.map(listedSanctionCheck), page }
  }),
  route(readSanctionCheck, async ({ params, context }) => {
    const rows = rowsOf(context.caller)
    const check = await findCheck(rows, params.id)
    if (check === undefined) return notFound('sanction check')
    return { data: detailedSanctionCheck(check, await ownRecordsOf(rows, check)) }
  }),
]
