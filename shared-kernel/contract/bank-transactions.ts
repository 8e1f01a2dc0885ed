import { Type } from 'typebox'
import { RecordLevel } from '#kernel/records/customers.ts'
import { endpoint } from './endpoint.ts'
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
import { INVOICE_STATUSES } from './invoice-reads.ts'
import { CheckMatches, SANCTION_LISTS } from './sanction-checks.ts'

/** 0 pending, 1 processed, 2 ignored. */
const transactionStatus = () => Type.Integer({ minimum: 0, maximum: 2 })
/** 0 not queried, 1 no problem, 2 problematic. */
const masakStatus = () => Type.Integer({ minimum: 0, maximum: 2 })

const listed = {
  id: Id,
  stamp: Text,
  incoming: flag(),
  transactionDate: DateTime,
  amount: Money,
  currency: Text,
  exchangeRate: nullable(Type.Number()),
  balance: nullable(Money),
  bankCode: nullable(Text),
  code: nullable(Text),
  idNo: nullable(Text),
  nameSurname: nullable(Text),
  iban: nullable(Text),
  description: nullable(Text),
  status: transactionStatus(),
  masakStatus: masakStatus(),
  fundsNature: nullable(Text),
  isCheck: flag(),
  invoiceNumber: nullable(Text),
  createdDate: DateTime,
  updatedAt: DateTime,
}

export const ListedTransaction = Type.Object(listed)

const SummaryInfo = Type.Object({
  customerId: Id,
  customerName: nullable(Text),
  recordLevel: RecordLevel,
})

const ExpenseData = Type.Object({
  voucherId: Id,
  serial: Text,
  number: nullable(Text),
  officialNumber: nullable(Text),
  isFinalized: flag(),
  documentMode: oneOf('paper', 'electronic'),
})

const InvoiceInfo = Type.Object({
  invoiceId: Id,
  uuid: nullable(Text),
  invoiceNumber: nullable(Text),
  /** `pending` as long as its outcome is not known. */
  status: oneOf('draft', 'pending', ...INVOICE_STATUSES),
  integrator: nullable(Text),
})

const Masak = Type.Object({
  status: masakStatus(),
  lastQueriedAt: nullable(DateTime),
  types: Type.Array(oneOf(...SANCTION_LISTS)),
  isError: flag(),
  data: nullable(CheckMatches),
})

export const DetailedTransaction = Type.Object({
  ...listed,
  comment: nullable(Text),
  summaryInfo: nullable(SummaryInfo),
  expenseData: nullable(ExpenseData),
  invoiceInfo: nullable(InvoiceInfo),
  masak: Masak,
})

export const TRANSACTION_SORT_FIELDS = [
  'transactionDate',
  'createdDate',
  'updatedAt',
  'amount',
] as const

export const listBankTransactions = endpoint({
  operationId: 'listBankTransactions',
  summary: 'Bank transactions, page by page',
  method: 'GET',
  path: '/v1/bank-transactions',
  service: 'query',
  right: 'bankTransactions',
  params: NoParameters,
  query: Type.Object({
    ...paging,
    sort: sortBy(TRANSACTION_SORT_FIELDS, 'transactionDate:asc'),
    q: Type.Optional(text()),
    'filter[incoming]': Type.Optional(flag()),
    'filter[status]': Type.Optional(transactionStatus()),
    'filter[masakStatus]': Type.Optional(masakStatus()),
    'filter[idNo]': Type.Optional(text()),
    'filter[currency]': Type.Optional(text()),
    'filter[bankCode]': Type.Optional(text()),
    'filter[startDate]': Type.Optional(instant()),
    'filter[endDate]': Type.Optional(instant()),
    'filter[updatedSince]': Type.Optional(moment()),
  }),
  status: 200,
  list: true,
  data: ListedTransaction,
  errors: ['VALIDATION_FAILED'],
})

export const readBankTransaction = endpoint({
  operationId: 'readBankTransaction',
  summary: 'One bank transaction, with what is known of its sender',
  method: 'GET',
  path: '/v1/bank-transactions/{id}',
  service: 'query',
  right: 'bankTransactions',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: DetailedTransaction,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
