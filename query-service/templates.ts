import { listInvoiceVariables } from '#kernel/contract/invoices.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { templates } from '#kernel/records/templates.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { listRoute } from './listing/routes.ts'

/** As the company keeps them; those that a document can be made from: `listing/templates.ts`. */
export const templateRoutes = (rowsOf: RowsOf): readonly Route[] => [
  listRoute(listInvoiceVariables, templates, rowsOf),
]
