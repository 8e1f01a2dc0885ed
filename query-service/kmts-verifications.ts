import {
  listLabelVerifications,
  readLabelVerification,
} from '#kernel/contract/kmts-verifications.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { kmtsVerifications } from '#kernel/records/kmts-verifications.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { detailRoute, listRoute } from './listing/routes.ts'

export const kmtsVerificationRoutes = (rowsOf: RowsOf): readonly Route[] => [
  listRoute(listLabelVerifications, kmtsVerifications, rowsOf),
  detailRoute(readLabelVerification, kmtsVerifications, { rowsOf, noun: 'KMTS verification' }),
]
