import { Type } from 'typebox'
import { bankTransactions, MasakStatus } from '#kernel/records/bank-transactions.ts'
import { RecordLevel } from '#kernel/records/customers.ts'
import { described } from '#kernel/records/described.ts'
import { INVOICE_STATUSES } from '#kernel/records/invoices.ts'
import { detailSchema } from '#kernel/records/response.ts'
import { CheckMatches, SANCTION_LISTS } from '#kernel/records/sanction-matches.ts'
import { DateTime, flag, Id, nullable, oneOf, Text } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

const SummaryInfo = Type.Object(
  {
    customerId: described(Id, 'The customer account.'),
    customerName: described(nullable(Text), 'Its name or title.', 'Ayşe Yılmaz'),
    recordLevel: described(RecordLevel, '0 no record, 1 normal, 2 safe, 3 risky, 4 banned.', 1),
  },
  { title: 'SenderSummary' },
)

const ExpenseData = Type.Object(
  {
    voucherId: described(Id, 'The voucher.'),
    serial: described(Text, 'Serial of the number.', 'GP'),
    number: described(nullable(Text), 'Local number; null for a draft.', '42'),
    officialNumber: described(
      nullable(Text),
      'Official number at the provider; null until it is accepted.',
      'GPM2026000000042',
    ),
    isFinalized: described(
      flag(),
      'Whether it is finalized. A finalized voucher has a number and a print date.',
      true,
    ),
    documentMode: described(oneOf('paper', 'electronic'), 'Paper or electronic.'),
    cancelled: described(
      flag(),
      'Whether it was cancelled. It is shown until another document uses the transaction.',
    ),
  },
  { title: 'TransactionVoucher' },
)

const InvoiceInfo = Type.Object(
  {
    invoiceId: described(Id, 'The invoice.'),
    uuid: described(
      nullable(Text),
      'The document’s id at the integrator.',
      '65a1b2c3-d4e5-4f6a-a7b8-c9d0e145cf8c',
    ),
    invoiceNumber: described(nullable(Text), 'Official number of the invoice.', 'GPF2026000000017'),
    /** `pending` while its outcome is unknown. */
    status: described(
      oneOf('draft', 'pending', ...INVOICE_STATUSES),
      '`pending` while its outcome at the integrator is unknown.',
    ),
    integrator: described(nullable(Text), 'The e-document integrator.', 'nilvera'),
  },
  { title: 'TransactionInvoice' },
)

const Masak = Type.Object(
  {
    status: described(MasakStatus, '0 not queried, 1 no problem, 2 problematic.', 1),
    lastQueriedAt: described(
      nullable(DateTime),
      'When the lists were searched; null if they never were.',
    ),
    types: described(Type.Array(oneOf(...SANCTION_LISTS)), 'The lists that were searched.', [
      'masak',
      'wanted',
      'pep',
    ]),
    isError: described(flag(), 'Whether the query failed.'),
    data: described(nullable(CheckMatches), 'What matched; null without a query.', {
      masak: [],
      wanted: [],
      pep: [],
    }),
  },
  { title: 'TransactionMasak' },
)

export const DetailedTransaction = Type.Object(
  {
    ...detailSchema(bankTransactions).properties,
    summaryInfo: described(
      nullable(SummaryInfo),
      'The customer account of the sender; null without one.',
    ),
    expenseData: described(
      nullable(ExpenseData),
      'The expense voucher that uses it; null without one.',
      null,
    ),
    invoiceInfo: described(
      nullable(InvoiceInfo),
      'The invoice that uses it; null without one.',
      null,
    ),
    masak: described(Masak, 'Latest sanction query for the sender’s `idNo`.'),
  },
  { title: 'BankTransaction' },
)

export const listBankTransactions = listEndpoint(bankTransactions, {
  item: 'BankTransactionItem',
  operationId: 'listBankTransactions',
  summary: 'List bank transactions',
  about: 'Bank transactions, page by page.',
  path: '/v1/bank-transactions',
  right: 'bankTransactions',
})

export const readBankTransaction = detailEndpoint(DetailedTransaction, {
  operationId: 'readBankTransaction',
  summary: 'Read a bank transaction',
  about: 'One bank transaction, with what is known of its sender.',
  path: '/v1/bank-transactions/{id}',
  right: 'bankTransactions',
})
