import { readIdvSession, readVerification } from '#kernel/contract/verifications.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { customerForms } from '#kernel/records/customer-forms.ts'
import { idvSessions } from '#kernel/records/idv-sessions.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { detailRoute } from './listing/routes.ts'

export const verificationRoutes = (rowsOf: RowsOf): readonly Route[] => [
  detailRoute(readVerification, customerForms, { rowsOf, noun: 'identification form' }),
  detailRoute(readIdvSession, idvSessions, { rowsOf, noun: 'verification session' }),
]
