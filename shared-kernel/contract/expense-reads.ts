import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { created, DOCUMENT_MODES, E_DOCUMENT_STATES, SOURCES } from './expenses.ts'
import {
  DateTime,
  flag,
  IdParameter,
  instant,
  moment,
  NoParameters,
  nullable,
  oneOf,
  paging,
  sortBy,
  Text,
  text,
} from './fields.ts'
import { MATERIALS, TEMPLATE_TYPES, TemplateItem } from './templates.ts'

const listed = {
  ...created,
  /** Null once the person has been forgotten, as `taxNumber` and what else is personal. */
  idNo: nullable(Text),
  transactionDate: DateTime,
  documentMode: oneOf(...DOCUMENT_MODES),
  state: nullable(oneOf(...E_DOCUMENT_STATES)),
  createdAt: DateTime,
  updatedAt: DateTime,
}

export const ListedVoucher = Type.Object(listed)

/** All that a document says of its other side. */
export const CustomerBlock = Type.Object({
  taxNumber: nullable(Text),
  name: nullable(Text),
  taxOffice: nullable(Text),
  address: nullable(Text),
  district: nullable(Text),
  city: nullable(Text),
  phone: nullable(Text),
  mail: nullable(Text),
  webSite: nullable(Text),
  country: nullable(Text),
})

export const EDocument = Type.Object({
  environment: oneOf('test', 'live'),
  uuid: nullable(Text),
  number: Type.Union([Text, Type.Null()], {
    description: 'The official number; null until the provider has accepted the document.',
  }),
  state: oneOf(...E_DOCUMENT_STATES),
  phone: Type.Union([Text, Type.Null()], {
    description: 'The phone that gets the code, locked when the document is prepared.',
  }),
  frozenAt: nullable(DateTime),
  preparedAt: nullable(DateTime),
  smsSentAt: nullable(DateTime),
  smsRetryAt: nullable(DateTime),
  acceptedAt: nullable(DateTime),
  finalizedAt: nullable(DateTime),
  lastCheckedAt: nullable(DateTime),
  providerStatus: oneOf('unknown', 'waiting', 'succeed', 'error'),
  statusDetail: nullable(Text),
  reportStatus: nullable(oneOf('NotReported', 'Reported')),
  cancelled: nullable(flag()),
  errorCode: nullable(Text),
  errorMessage: nullable(Text),
})

export const DetailedVoucher = Type.Object({
  ...listed,
  exchanges: Type.Number(),
  description: nullable(Text),
  currentCode: nullable(Text),
  bankName: nullable(Text),
  invoiceNo: nullable(Text),
  isSwap: nullable(flag()),
  customer: CustomerBlock,
  eDocument: nullable(EDocument),
})

export const VOUCHER_SORT_FIELDS = ['createdAt', 'updatedAt', 'transactionDate', 'amount'] as const

export const listVouchers = endpoint({
  operationId: 'listVouchers',
  summary: 'Expense vouchers, page by page',
  method: 'GET',
  path: '/v1/expenses',
  service: 'query',
  right: 'expenses',
  params: NoParameters,
  query: Type.Object({
    ...paging,
    sort: sortBy(VOUCHER_SORT_FIELDS, 'createdAt:asc'),
    q: Type.Optional(text()),
    'filter[idNo]': Type.Optional(text()),
    'filter[isDraft]': Type.Optional(flag()),
    'filter[isFinalized]': Type.Optional(flag()),
    'filter[documentMode]': Type.Optional(oneOf(...DOCUMENT_MODES)),
    'filter[state]': Type.Optional(oneOf(...E_DOCUMENT_STATES)),
    'filter[source]': Type.Optional(oneOf(...SOURCES)),
    'filter[serial]': Type.Optional(text()),
    'filter[number]': Type.Optional(text()),
    'filter[startDate]': Type.Optional(instant()),
    'filter[endDate]': Type.Optional(instant()),
    'filter[updatedSince]': Type.Optional(moment()),
  }),
  status: 200,
  list: true,
  data: ListedVoucher,
  errors: ['VALIDATION_FAILED'],
})

export const readVoucher = endpoint({
  operationId: 'readVoucher',
  summary: 'One expense voucher',
  method: 'GET',
  path: '/v1/expenses/{id}',
  service: 'query',
  right: 'expenses',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: DetailedVoucher,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})

export const listVoucherTemplates = endpoint({
  operationId: 'listVoucherTemplates',
  summary: 'Templates that an expense voucher can be made from',
  method: 'GET',
  path: '/v1/expenses/templates',
  service: 'query',
  right: 'expenses',
  params: NoParameters,
  query: Type.Object(
    {
      ...paging,
      material: Type.Optional(oneOf(...MATERIALS)),
      type: Type.Optional(oneOf(...TEMPLATE_TYPES)),
      statusType: Type.Optional(oneOf('all', 'expense')),
    },
    { 'x-no-updated-since': true },
  ),
  status: 200,
  list: true,
  data: TemplateItem,
  errors: ['VALIDATION_FAILED'],
})
