import { Type } from 'typebox'
import { described } from '#kernel/records/described.ts'
import { SOURCES } from '#kernel/records/expense-vouchers.ts'
import { INVOICE_TYPES, invoices } from '#kernel/records/invoices.ts'
import { detailSchema, inWordsOf, named } from '#kernel/records/response.ts'
import { templates } from '#kernel/records/templates.ts'
import { CustomerInfo, documentErrors, itemAndPrice, whenCreated } from './documents.ts'
import { commandDefaults, endpoint } from './endpoint.ts'
import {
  amount,
  freeText,
  identityNumber,
  instant,
  nullable,
  oneOf,
  recordId,
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

const invoiceContent = inWordsOf(invoices, {
  source: described(oneOf(...SOURCES), 'What the invoice is created from.', 'manual'),
  bankTransactionId: Type.Optional(
    described(
      recordId(),
      'An incoming bank transaction that has not been invoiced yet.',
      '65a1b2c3d4e5f6a7b8c9d0e2',
    ),
  ),
  amount: Type.Optional(
    described(amount(), 'What the buyer pays, in TRY, with at most 2 decimals.', 65_559.95),
  ),
  idNo: Type.Optional(
    described(
      identityNumber(),
      'The buyer’s identity or tax number; `11111111111` is the end consumer. Of a bank transaction, default: the sender’s.',
      '10000000146',
    ),
  ),
  nameSurname: Type.Optional(described(text(), 'The buyer’s name or title.', 'Ayşe Yılmaz')),
  ...itemAndPrice,
  paymentType: Type.Optional(described(oneOf(...PAYMENT_TYPES), 'Payment type.')),
  bankName: Type.Optional(described(text(), 'The bank that received the payment.', 'Garanti BBVA')),
  iban: Type.Optional(
    described(text(), 'The account that received the payment.', 'TR330006100519786457841326'),
  ),
  approvalCode: Type.Optional(described(text(), 'Approval code of the card payment.', '004512')),
  expenseNumber: Type.Optional(
    described(
      text(),
      'Number of the expense voucher that it is offset against.',
      'GPM2026000000042',
    ),
  ),
  paymentNote: Type.Optional(described(freeText(), 'Payment note.', 'Takas')),
  transactionDate: Type.Optional(
    described(
      instant(),
      'Date of the invoice. A date `YYYY-MM-DD` is its midnight in UTC. Default: the bank transaction’s date, or now.',
      '2026-11-20T09:45:00.000Z',
    ),
  ),
  paymentDate: Type.Optional(
    described(instant(), 'Payment date. Default: the date of the invoice.'),
  ),
  description: Type.Optional(
    described(freeText(), 'A note that is printed, line by line.', 'Hurda altın alımı'),
  ),
  currentCode: Type.Optional(described(text(), 'Accounting code.', '320.01.042')),
  invoiceType: Type.Optional(
    described(
      oneOf(AUTOMATIC_TYPE, ...INVOICE_TYPES),
      'Taxation: exempt, special base or full price. Default: `OTOMATIK`, which follows the item template.',
    ),
  ),
  customerInfo: Type.Optional(
    described(CustomerInfo, 'Data of the buyer; overrides the customer account.'),
  ),
})

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
  {
    ...invoiceContent,
    ...whenCreated,
  },
  {
    ...contentRules,
    onlyFor: { bankTransaction: ['bankTransactionId'], manual: [...ofManual, 'allowDuplicate'] },
  },
)

export const previewInvoice = endpoint({
  ...commandDefaults,
  operationId: 'previewInvoice',
  summary: 'Preview an invoice',
  about: 'Calculates an invoice; sends and records nothing.',
  path: '/v1/invoices/preview',
  right: 'invoices',
  body: PreviewContent,
  data: PreviewedInvoice,
  errors: documentErrors,
})

export const createInvoice = endpoint({
  ...commandDefaults,
  operationId: 'createInvoice',
  summary: 'Create an invoice',
  about: 'Issues an invoice through the integrator, or leaves a draft of it there.',
  path: '/v1/invoices',
  right: 'invoices',
  body: InvoiceContent,
  status: 201,
  otherStatus: { status: 200, meaning: 'A draft: nothing has been issued.' },
  creates: true,
  data: CreatedInvoice,
  errors: documentErrors,
})

export const deleteInvoice = endpoint({
  ...commandDefaults,
  operationId: 'deleteInvoice',
  summary: 'Delete an invoice draft',
  about: 'Deletes a draft: by its uuid at the integrator, by its record id here.',
  method: 'DELETE',
  path: '/v1/invoices/{id}',
  right: 'invoices',
  params: Type.Object({
    id: Type.String({
      pattern: RECORD_ID_OR_UUID,
      description: 'The draft’s uuid at the integrator, or the id of its record.',
    }),
  }),
  data: Type.Object(
    {
      id: described(Text, 'As it was asked for.', '65a1b2c3-d4e5-4f6a-a7b8-c9d0e145cf8c'),
      target: described(
        oneOf('draft', 'record'),
        'Whether the draft at the integrator or its local record was deleted.',
      ),
      channel: described(
        nullable(oneOf(...INVOICE_CHANNELS)),
        'The channel of a deleted draft; null for a record.',
      ),
      deleted: described(Type.Literal(true), 'Always true.'),
    },
    { title: 'DeletedInvoice' },
  ),
  errors: documentErrors,
})

export const listInvoices = listEndpoint(invoices, {
  item: 'InvoiceItem',
  operationId: 'listInvoices',
  summary: 'List invoices',
  about: 'Issued invoices, including cancelled ones, page by page.',
  path: '/v1/invoices',
  right: 'invoices',
})

export const readInvoice = detailEndpoint(named('Invoice', detailSchema(invoices)), {
  operationId: 'readInvoice',
  summary: 'Read an invoice',
  about: 'One issued invoice with its lines.',
  path: '/v1/invoices/{id}',
  right: 'invoices',
})

/** Includes passive templates only on request, and deleted ones never. */
export const listInvoiceVariables = listEndpoint(templates, {
  item: 'Template',
  operationId: 'listInvoiceVariables',
  summary: 'List item templates',
  about: 'Item templates as the company keeps them.',
  path: '/v1/invoice-variables',
  right: 'invoices',
})

export const listInvoiceTemplates = templatesEndpoint(['all', 'invoice', 'expense'], {
  operationId: 'listInvoiceTemplates',
  summary: 'List invoice templates',
  about: 'Templates for invoices.',
  path: '/v1/invoices/templates',
  right: 'invoices',
})
