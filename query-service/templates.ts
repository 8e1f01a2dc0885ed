import { listInvoiceVariables } from '#kernel/contract/invoices.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { templates } from '#kernel/records/templates.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { listRoute } from './listing/routes.ts'

/** The company's own templates. `listing/templates.ts` serves those for a document. */
export const templateRoutes = (rowsOf: RowsOf): readonly Route[] => [
  listRoute(listInvoiceVariables, templates, rowsOf),
]
