import { readIdvSession } from '#kernel/contract/idv-sessions.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { idvSessions } from '#kernel/records/idv-sessions.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { detailRoute } from './listing/routes.ts'

export const idvSessionRoutes = (rowsOf: RowsOf): readonly Route[] => [
  detailRoute(readIdvSession, idvSessions, { rowsOf, noun: 'verification session' }),
]
