import { listInvoices, listInvoiceTemplates, readInvoice } from '#kernel/contract/invoices.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { invoices } from '#kernel/records/invoices.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { detailRoute, listRoute } from './listing/routes.ts'
import { templatesFor } from './listing/templates.ts'

export const invoiceRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listInvoiceTemplates, ({ query, context }) =>
    templatesFor('invoice', rowsOf(context.caller), query),
  ),
  listRoute(listInvoices, invoices, rowsOf),
  detailRoute(readInvoice, invoices, { rowsOf, noun: 'invoice' }),
]
