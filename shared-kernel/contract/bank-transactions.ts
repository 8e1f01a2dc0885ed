import { Type } from 'typebox'
import { bankTransactions, MasakStatus } from '#kernel/records/bank-transactions.ts'
import { RecordLevel } from '#kernel/records/customers.ts'
import { INVOICE_STATUSES } from '#kernel/records/invoices.ts'
import { detailSchema } from '#kernel/records/response.ts'
import { CheckMatches, SANCTION_LISTS } from '#kernel/records/sanction-checks.ts'
import { DateTime, flag, Id, nullable, oneOf, Text } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

const SummaryInfo = Type.Object(
  {
    customerId: Id,
    customerName: nullable(Text),
    recordLevel: RecordLevel,
  },
  { title: 'SenderSummary' },
)

const ExpenseData = Type.Object(
  {
    voucherId: Id,
    serial: Text,
    number: nullable(Text),
    officialNumber: nullable(Text),
    isFinalized: flag(),
    documentMode: oneOf('paper', 'electronic'),
  },
  { title: 'TransactionVoucher' },
)

const InvoiceInfo = Type.Object(
  {
    invoiceId: Id,
    uuid: nullable(Text),
    invoiceNumber: nullable(Text),
    /** `pending` while its outcome is unknown. */
    status: oneOf('draft', 'pending', ...INVOICE_STATUSES),
    integrator: nullable(Text),
  },
  { title: 'TransactionInvoice' },
)

const Masak = Type.Object(
  {
    status: MasakStatus,
    lastQueriedAt: nullable(DateTime),
    types: Type.Array(oneOf(...SANCTION_LISTS)),
    isError: flag(),
    data: nullable(CheckMatches),
  },
  { title: 'TransactionMasak' },
)

export const DetailedTransaction = Type.Object(
  {
    ...detailSchema(bankTransactions).properties,
    summaryInfo: nullable(SummaryInfo),
    expenseData: nullable(ExpenseData),
    invoiceInfo: nullable(InvoiceInfo),
    masak: Masak,
  },
  { title: 'BankTransaction' },
)

export const listBankTransactions = listEndpoint(bankTransactions, {
  item: 'BankTransactionItem',
  operationId: 'listBankTransactions',
  summary: 'Bank transactions, page by page',
  path: '/v1/bank-transactions',
  right: 'bankTransactions',
})

export const readBankTransaction = detailEndpoint(DetailedTransaction, {
  operationId: 'readBankTransaction',
  summary: 'One bank transaction, with what is known of its sender',
  path: '/v1/bank-transactions/{id}',
  right: 'bankTransactions',
})
