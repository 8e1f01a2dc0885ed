import { listInvoiceVariables } from '#kernel/contract/invoice-reads.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { invoiceVariable } from '#kernel/responses/templates.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { variablesPage } from './variables.ts'

export const invoiceVariableRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listInvoiceVariables, async ({ query, context }) => {
    const { rows, page } = await variablesPage(rowsOf(context.caller), query)
    return { items: rows.map(invoiceVariable), page }
  }),
]
