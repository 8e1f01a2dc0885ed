import { invoices } from '#kernel/records/invoices.ts'
import { detailSchema } from '#kernel/records/record.ts'
import { templates } from '#kernel/records/templates.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'
import { templatesEndpoint } from './templates.ts'

export const listInvoices = listEndpoint(invoices, {
  operationId: 'listInvoices',
  summary: 'Issued invoices, cancelled ones too, page by page',
  path: '/v1/invoices',
  right: 'invoices',
})

export const readInvoice = detailEndpoint(detailSchema(invoices), {
  operationId: 'readInvoice',
  summary: 'One issued invoice with its lines',
  path: '/v1/invoices/{id}',
  right: 'invoices',
})

/** Passive templates only where they are asked for, deleted ones never. */
export const listInvoiceVariables = listEndpoint(templates, {
  operationId: 'listInvoiceVariables',
  summary: 'Item templates as the company keeps them',
  path: '/v1/invoice-variables',
  right: 'invoices',
})

export const listInvoiceTemplates = templatesEndpoint(['all', 'invoice', 'expense'], {
  operationId: 'listInvoiceTemplates',
  summary: 'Templates that an invoice can be made from',
  path: '/v1/invoices/templates',
  right: 'invoices',
})
