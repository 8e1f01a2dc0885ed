import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { CustomerBlock } from './expense-reads.ts'
import { SOURCES } from './expenses.ts'
import {
  DateTime,
  flag,
  Id,
  IdParameter,
  instant,
  Money,
  moment,
  NoParameters,
  nullable,
  oneOf,
  paging,
  sortBy,
  Text,
  text,
} from './fields.ts'
import { INVOICE_TYPES } from './invoices.ts'
import { MATERIALS, TEMPLATE_TYPES, TemplateItem, UNIT_TYPES } from './templates.ts'

export const INVOICE_STATUSES = ['issued', 'cancelled'] as const
export const INVOICE_SORT_FIELDS = [
  'transactionDate',
  'createdAt',
  'updatedAt',
  'payableTotal',
] as const
export const VARIABLE_SORT_FIELDS = ['order', 'createdAt', 'updatedAt'] as const
const VARIABLE_STATUS_TYPES = ['all', 'invoice', 'expense', 'passive'] as const

const listed = {
  id: Id,
  transactionDate: DateTime,
  /** Null only where a person settled an outcome that the integrator could not be asked for. */
  invoiceNumber: nullable(Text),
  invoiceType: oneOf(...INVOICE_TYPES),
  integrator: nullable(Text),
  invoiceStatus: oneOf(...INVOICE_STATUSES),
  linesTotal: Money,
  kdvTotal: Money,
  allowanceTotal: Money,
  payableTotal: Money,
  /** Null once the person has been forgotten, as what else is personal. */
  idNo: nullable(Text),
  module: oneOf(...SOURCES),
  createdAt: DateTime,
  updatedAt: DateTime,
}

export const ListedInvoice = Type.Object({
  ...listed,
  customer: Type.Object({ taxNumber: nullable(Text), name: nullable(Text) }),
})

const InvoiceLine = Type.Object({
  name: Text,
  quantity: Type.Number(),
  unitType: oneOf(...UNIT_TYPES),
  stockCode: nullable(Text),
  price: Type.Number(),
  amount: Money,
  lineTotal: Money,
  kdvPercent: Type.Number(),
  kdvTotal: Money,
  allowancePrice: Money,
  allowanceTotal: Money,
  ozelMatrahTotal: Money,
  isExtra: flag(),
  isDefault: flag(),
  isLabor: flag(),
})

export const DetailedInvoice = Type.Object({
  ...listed,
  customer: CustomerBlock,
  invoiceInfo: Type.Object({
    integrator: nullable(Text),
    type: oneOf(...INVOICE_TYPES),
    uuid: nullable(Text),
    invoiceNumber: nullable(Text),
    status: oneOf(...INVOICE_STATUSES),
  }),
  lines: Type.Array(InvoiceLine),
})

export const InvoiceVariable = Type.Object({
  id: Id,
  key: Text,
  title: Text,
  lineName: Text,
  material: oneOf(...MATERIALS),
  statusType: oneOf(...VARIABLE_STATUS_TYPES),
  type: oneOf(...TEMPLATE_TYPES),
  exchange: Type.Number({ description: 'Purity of the material.' }),
  vatRate: Type.Number(),
  unitType: oneOf(...UNIT_TYPES),
  laborDisabled: flag(),
  laborName: nullable(Text),
  laborType: nullable(oneOf('perUnit', 'fixed')),
  stockCode: nullable(Text),
  isDefault: flag(),
  isManual: flag(),
  order: Type.Integer(),
  words: Type.Array(Text),
  createdAt: DateTime,
  updatedAt: DateTime,
})

export const listInvoices = endpoint({
  operationId: 'listInvoices',
  summary: 'Issued invoices, cancelled ones too, page by page',
  method: 'GET',
  path: '/v1/invoices',
  service: 'query',
  right: 'invoices',
  params: NoParameters,
  query: Type.Object({
    ...paging,
    sort: sortBy(INVOICE_SORT_FIELDS, 'transactionDate:asc'),
    q: Type.Optional(text()),
    'filter[idNo]': Type.Optional(text()),
    'filter[invoiceNumber]': Type.Optional(text()),
    'filter[type]': Type.Optional(oneOf(...INVOICE_TYPES)),
    'filter[integrator]': Type.Optional(text()),
    'filter[module]': Type.Optional(oneOf(...SOURCES)),
    'filter[startDate]': Type.Optional(instant()),
    'filter[endDate]': Type.Optional(instant()),
    'filter[updatedSince]': Type.Optional(moment()),
  }),
  status: 200,
  list: true,
  data: ListedInvoice,
  errors: ['VALIDATION_FAILED'],
})

export const readInvoice = endpoint({
  operationId: 'readInvoice',
  summary: 'One issued invoice with its lines',
  method: 'GET',
  path: '/v1/invoices/{id}',
  service: 'query',
  right: 'invoices',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: DetailedInvoice,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})

/** Passive templates only where they are asked for, deleted ones never. */
export const listInvoiceVariables = endpoint({
  operationId: 'listInvoiceVariables',
  summary: 'Item templates as the company keeps them',
  method: 'GET',
  path: '/v1/invoice-variables',
  service: 'query',
  right: 'invoices',
  params: NoParameters,
  query: Type.Object({
    ...paging,
    sort: sortBy(VARIABLE_SORT_FIELDS, 'order:asc'),
    q: Type.Optional(text()),
    'filter[statusType]': Type.Optional(oneOf(...VARIABLE_STATUS_TYPES)),
    'filter[material]': Type.Optional(oneOf(...MATERIALS)),
    'filter[isDefault]': Type.Optional(flag()),
    'filter[updatedSince]': Type.Optional(moment()),
  }),
  status: 200,
  list: true,
  data: InvoiceVariable,
  errors: ['VALIDATION_FAILED'],
})

export const listInvoiceTemplates = endpoint({
  operationId: 'listInvoiceTemplates',
  summary: 'Templates that an invoice can be made from',
  method: 'GET',
  path: '/v1/invoices/templates',
  service: 'query',
  right: 'invoices',
  params: NoParameters,
  query: Type.Object(
    {
      ...paging,
      material: Type.Optional(oneOf(...MATERIALS)),
      type: Type.Optional(oneOf(...TEMPLATE_TYPES)),
      statusType: Type.Optional(oneOf('all', 'invoice', 'expense')),
    },
    { 'x-no-updated-since': true },
  ),
  status: 200,
  list: true,
  data: TemplateItem,
  errors: ['VALIDATION_FAILED'],
})
