import { listInvoices, listInvoiceTemplates, readInvoice } from '#kernel/contract/invoice-reads.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { detailedInvoice, listedInvoice } from '#kernel/responses/invoices.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { templatesPage } from '../listing/templates.ts'
import { findInvoice, invoicesPage } from './invoices.ts'

export const invoiceRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listInvoiceTemplates, ({ query, context }) =>
    templatesPage(rowsOf(context.caller), query, 'invoice'),
  ),
  route(listInvoices, async ({ query, context }) => {
    const { rows, page } = await invoicesPage(rowsOf(context.caller), query)
    return { items: rows.map(listedInvoice), page }
  }),
  route(readInvoice, async ({ params, context }) => {
    const invoice = await findInvoice(rowsOf(context.caller), params.id)
    return invoice === undefined ? notFound('invoice') : { data: detailedInvoice(invoice) }
  }),
]
