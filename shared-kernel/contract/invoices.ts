import { Type } from 'typebox'
import { SOURCES } from '#kernel/records/expense-vouchers.ts'
import { INVOICE_TYPES, invoices } from '#kernel/records/invoices.ts'
import { detailSchema, named } from '#kernel/records/response.ts'
import { templates } from '#kernel/records/templates.ts'
import { endpoint } from './endpoint.ts'
import { CustomerInfo, documentErrors } from './expense-vouchers.ts'
import {
  amount,
  flag,
  freeText,
  identityNumber,
  instant,
  NoParameters,
  nullable,
  oneOf,
  RECORD_ID,
  rate,
  Text,
  text,
} from './fields.ts'
import { CreatedInvoice, INVOICE_CHANNELS, PreviewedInvoice } from './invoice-answers.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'
import { templatesEndpoint } from './templates.ts'

/** Derived from the item template. */
const AUTOMATIC_TYPE = 'OTOMATIK'
export const PAYMENT_TYPES = ['bank', 'pos', 'expense', 'other'] as const

const RECORD_ID_OR_UUID = '^([0-9a-fA-F]{24}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$'

/** The further fields of each kind of payment. */
const paymentFields = {
  bank: ['bankName', 'iban'],
  pos: ['approvalCode'],
  expense: ['expenseNumber'],
  other: ['paymentNote'],
} as const

const invoiceContent = {
  source: oneOf(...SOURCES),
  bankTransactionId: Type.Optional(
    Type.String({
      pattern: RECORD_ID,
      description: 'An incoming bank transaction that has not been invoiced yet.',
    }),
  ),
  amount: Type.Optional(amount()),
  idNo: Type.Optional(identityNumber()),
  nameSurname: Type.Optional(text()),
  templateKey: Type.Optional(text()),
  exchanges: Type.Optional(rate()),
  paymentType: Type.Optional(oneOf(...PAYMENT_TYPES)),
  bankName: Type.Optional(text()),
  iban: Type.Optional(text()),
  approvalCode: Type.Optional(text()),
  expenseNumber: Type.Optional(text()),
  paymentNote: Type.Optional(freeText()),
  transactionDate: Type.Optional(instant()),
  paymentDate: Type.Optional(instant()),
  description: Type.Optional(freeText()),
  currentCode: Type.Optional(text()),
  invoiceType: Type.Optional(oneOf(AUTOMATIC_TYPE, ...INVOICE_TYPES)),
  customerInfo: Type.Optional(CustomerInfo),
}

const ofManual = [
  'amount',
  'paymentType',
  ...Object.values(paymentFields).flat(),
  'transactionDate',
  'paymentDate',
  'description',
  'currentCode',
  'invoiceType',
  'customerInfo',
]

const contentRules = {
  additionalProperties: false,
  requiredFor: {
    bankTransaction: ['bankTransactionId'],
    manual: ['amount', 'idNo', 'paymentType'],
  },
  alsoBy: [{ kindOf: { field: 'paymentType' }, onlyFor: paymentFields }],
}

const PreviewContent = Type.Object(invoiceContent, {
  ...contentRules,
  onlyFor: { bankTransaction: ['bankTransactionId'], manual: ofManual },
})

export const InvoiceContent = Type.Object(
  { ...invoiceContent, isDraft: Type.Optional(flag()), allowDuplicate: Type.Optional(flag()) },
  {
    ...contentRules,
    onlyFor: { bankTransaction: ['bankTransactionId'], manual: [...ofManual, 'allowDuplicate'] },
  },
)

export const previewInvoice = endpoint({
  operationId: 'previewInvoice',
  summary: 'Calculates an invoice; sends and records nothing',
  method: 'POST',
  path: '/v1/invoices/preview',
  service: 'command',
  right: 'invoices',
  params: NoParameters,
  query: NoParameters,
  body: PreviewContent,
  status: 200,
  data: PreviewedInvoice,
  errors: documentErrors,
})

export const createInvoice = endpoint({
  operationId: 'createInvoice',
  summary: 'Issues an invoice through the integrator, or leaves a draft of it there',
  method: 'POST',
  path: '/v1/invoices',
  service: 'command',
  right: 'invoices',
  params: NoParameters,
  query: NoParameters,
  body: InvoiceContent,
  status: 201,
  otherStatus: { status: 200, meaning: 'A draft: nothing has been issued.' },
  creates: true,
  data: CreatedInvoice,
  errors: documentErrors,
})

export const deleteInvoice = endpoint({
  operationId: 'deleteInvoice',
  summary: 'Deletes a draft: by its uuid at the integrator, by its record id here',
  method: 'DELETE',
  path: '/v1/invoices/{id}',
  service: 'command',
  right: 'invoices',
  params: Type.Object({
    id: Type.String({
      pattern: RECORD_ID_OR_UUID,
      description: 'The draft’s uuid at the integrator, or the id of its record.',
    }),
  }),
  query: NoParameters,
  status: 200,
  data: Type.Object(
    {
      id: Text,
      target: oneOf('draft', 'record'),
      channel: nullable(oneOf(...INVOICE_CHANNELS)),
      deleted: Type.Literal(true),
    },
    { title: 'DeletedInvoice' },
  ),
  errors: documentErrors,
})

export const listInvoices = listEndpoint(invoices, {
  item: 'InvoiceItem',
  operationId: 'listInvoices',
  summary: 'Issued invoices, including cancelled ones, page by page',
  path: '/v1/invoices',
  right: 'invoices',
})

export const readInvoice = detailEndpoint(named('Invoice', detailSchema(invoices)), {
  operationId: 'readInvoice',
  summary: 'One issued invoice with its lines',
  path: '/v1/invoices/{id}',
  right: 'invoices',
})

/** Includes passive templates only on request, and deleted ones never. */
export const listInvoiceVariables = listEndpoint(templates, {
  item: 'Template',
  operationId: 'listInvoiceVariables',
  summary: 'Item templates as the company keeps them',
  path: '/v1/invoice-variables',
  right: 'invoices',
})

export const listInvoiceTemplates = templatesEndpoint(['all', 'invoice', 'expense'], {
  operationId: 'listInvoiceTemplates',
  summary: 'Templates for invoices',
  path: '/v1/invoices/templates',
  right: 'invoices',
})
