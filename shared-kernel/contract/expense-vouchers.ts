import { Type } from 'typebox'
import { expenseVouchers, SOURCES, VoucherTemplate } from '#kernel/records/expense-vouchers.ts'
import { PartyName } from '#kernel/records/party.ts'
import { detailSchema, named } from '#kernel/records/response.ts'
import { endpoint } from './endpoint.ts'
import {
  amount,
  DateTime,
  flag,
  freeText,
  Id,
  IdParameter,
  identityNumber,
  instant,
  Money,
  NoParameters,
  nullable,
  oneOf,
  rate,
  recordId,
  Text,
  text,
} from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'
import { templatesEndpoint } from './templates.ts'

/** The refusals of requests that calculate, create or delete a document. */
export const documentErrors = [
  'VALIDATION_FAILED',
  'RESOURCE_NOT_FOUND',
  'CONFLICT',
  'BUSINESS_RULE',
  'UPSTREAM_ERROR',
] as const

/** A request's data about a document's other party. */
export const CustomerInfo = Type.Object(
  {
    nameSurname: Type.Optional(text()),
    taxOffice: Type.Optional(text()),
    address: Type.Optional(freeText()),
    cities: Type.Optional(text()),
    states: Type.Optional(text()),
    phone: Type.Optional(text()),
    email: Type.Optional(text()),
  },
  { additionalProperties: false, title: 'CustomerInfo' },
)

const voucherContent = {
  source: oneOf(...SOURCES),
  idNo: identityNumber(),
  bankTransactionId: Type.Optional(recordId()),
  amount: Type.Optional(amount()),
  nameSurname: Type.Optional(text()),
  customerInfo: Type.Optional(CustomerInfo),
  templateKey: Type.Optional(text()),
  exchanges: Type.Optional(rate()),
  attribute: Type.Optional(text()),
  description: Type.Optional(freeText()),
  currentCode: Type.Optional(text()),
  transactionDate: Type.Optional(instant()),
  serial: Type.Optional(text(50)),
  number: Type.Optional(Type.String({ minLength: 1, maxLength: 15, pattern: '^0*[1-9][0-9]*$' })),
  bankName: Type.Optional(text()),
  invoiceNo: Type.Optional(text()),
  isSwap: Type.Optional(flag()),
}

const contentRules = {
  additionalProperties: false,
  onlyFor: {
    bankTransaction: ['bankTransactionId'],
    manual: ['amount', 'serial', 'number', 'bankName', 'invoiceNo', 'isSwap'],
  },
  requiredFor: { bankTransaction: ['bankTransactionId'], manual: ['amount'] },
}

const PreviewContent = Type.Object(voucherContent, contentRules)

export const VoucherContent = Type.Object(
  {
    ...voucherContent,
    isDraft: Type.Optional(flag()),
    allowDuplicate: Type.Optional(flag()),
  },
  contentRules,
)

export const CreatedVoucher = Type.Object(
  {
    id: Id,
    source: oneOf(...SOURCES),
    sourceId: nullable(Id),
    isDraft: flag(),
    isFinalized: flag(),
    printDate: nullable(DateTime),
    serial: Text,
    number: nullable(Text),
    amount: Money,
    quantity: Type.Number(),
    price: Money,
    unitName: Text,
    attribute: Text,
    template: VoucherTemplate,
    customer: PartyName,
  },
  { title: 'CreatedVoucher' },
)

/** The template that a calculation used. */
export const DocumentTemplate = Type.Object(
  { key: Text, title: Text, lineName: Text, material: Text },
  { title: 'DocumentTemplate' },
)

/** The other party as the account and the request name it. */
export const PreviewedParty = Type.Object(
  { taxNumber: Text, name: nullable(Text), city: nullable(Text) },
  { title: 'PreviewedParty' },
)

export const PreviewedVoucher = Type.Object(
  {
    source: oneOf(...SOURCES),
    sourceId: Type.Null(),
    amount: Money,
    exchanges: Type.Number(),
    serial: Text,
    expectedNumber: Type.Integer(),
    attribute: Text,
    quantity: Type.Number(),
    price: Money,
    unitName: Text,
    template: DocumentTemplate,
    customer: PreviewedParty,
  },
  { title: 'VoucherPreview' },
)

export const previewVoucher = endpoint({
  operationId: 'previewVoucher',
  summary: 'Calculates a voucher; creates nothing, takes no number',
  method: 'POST',
  path: '/v1/expenses/preview',
  service: 'command',
  right: 'expenses',
  params: NoParameters,
  query: NoParameters,
  body: PreviewContent,
  status: 200,
  data: PreviewedVoucher,
  errors: documentErrors,
})

export const createVoucher = endpoint({
  operationId: 'createVoucher',
  summary: 'Creates an expense voucher: finalized, or a draft',
  method: 'POST',
  path: '/v1/expenses',
  service: 'command',
  right: 'expenses',
  params: NoParameters,
  query: NoParameters,
  body: VoucherContent,
  status: 201,
  creates: true,
  data: CreatedVoucher,
  errors: documentErrors,
})

export const deleteVoucher = endpoint({
  operationId: 'deleteVoucher',
  summary: 'Deletes a voucher that is not finalized',
  method: 'DELETE',
  path: '/v1/expenses/{id}',
  service: 'command',
  right: 'expenses',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: Type.Object({ id: Id, deleted: Type.Literal(true) }, { title: 'DeletedVoucher' }),
  errors: [
    'VALIDATION_FAILED',
    'RESOURCE_NOT_FOUND',
    'CONFLICT',
    'E_DOCUMENT_BUSY',
    'E_DOCUMENT_REVIEW_REQUIRED',
    'E_DOCUMENT_REJECTED',
    'E_DOCUMENT_RESULT_UNKNOWN',
  ],
})

export const listVouchers = listEndpoint(expenseVouchers, {
  item: 'VoucherItem',
  operationId: 'listVouchers',
  summary: 'Expense vouchers, page by page',
  path: '/v1/expenses',
  right: 'expenses',
})

export const readVoucher = detailEndpoint(named('Voucher', detailSchema(expenseVouchers)), {
  operationId: 'readVoucher',
  summary: 'One expense voucher',
  path: '/v1/expenses/{id}',
  right: 'expenses',
})

export const listVoucherTemplates = templatesEndpoint(['all', 'expense'], {
  operationId: 'listVoucherTemplates',
  summary: 'Templates for expense vouchers',
  path: '/v1/expenses/templates',
  right: 'expenses',
})
