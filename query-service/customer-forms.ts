import { listVerifications, readVerification } from '#kernel/contract/customer-forms.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { customerForms } from '#kernel/records/customer-forms.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { detailRoute, listRoute } from './listing/routes.ts'

export const customerFormRoutes = (rowsOf: RowsOf): readonly Route[] => [
  listRoute(listVerifications, customerForms, rowsOf),
  detailRoute(readVerification, customerForms, { rowsOf, noun: 'identification form' }),
]
