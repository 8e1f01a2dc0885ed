import { listLabelVerifications, readLabelVerification } from '#kernel/contract/kmts.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { kmtsVerification } from '#kernel/responses/kmts.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { findVerification, verificationsPage } from './verifications.ts'

export const kmtsRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listLabelVerifications, async ({ query, context }) => {
    const { rows, page } = await verificationsPage(rowsOf(context.caller), query)
    return { items: rows.map(kmtsVerification), page }
  }),
  route(readLabelVerification, async ({ params, context }) => {
    const found = await findVerification(rowsOf(context.caller), params.id)
    return found === undefined ? notFound('KMTS verification') : { data: kmtsVerification(found) }
  }),
]
