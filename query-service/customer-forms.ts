import { readVerification } from '#kernel/contract/customer-forms.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { customerForms } from '#kernel/records/customer-forms.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { detailRoute } from './listing/routes.ts'

export const customerFormRoutes = (rowsOf: RowsOf): readonly Route[] => [
  detailRoute(readVerification, customerForms, { rowsOf, noun: 'identification form' }),
]
