import { Type } from 'typebox'
import { described } from '#kernel/records/described.ts'
import { expenseVouchers, SOURCES, VoucherTemplate } from '#kernel/records/expense-vouchers.ts'
import { PartyName } from '#kernel/records/party.ts'
import { detailSchema, inWordsOf, named } from '#kernel/records/response.ts'
import {
  CustomerInfo,
  DocumentTemplate,
  documentErrors,
  itemAndPrice,
  PreviewedParty,
  whenCreated,
} from './documents.ts'
import { commandDefaults, endpoint } from './endpoint.ts'
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
  nullable,
  oneOf,
  recordId,
  Text,
  text,
} from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'
import { templatesEndpoint } from './templates.ts'

const voucherContent = inWordsOf(expenseVouchers, {
  source: described(oneOf(...SOURCES), 'What the voucher is created from.', 'manual'),
  idNo: identityNumber(),
  bankTransactionId: Type.Optional(
    described(
      recordId(),
      'An outgoing bank transaction that has no voucher yet.',
      '65a1b2c3d4e5f6a7b8c9d0e2',
    ),
  ),
  amount: Type.Optional(
    described(amount(), 'What the seller is paid, in TRY, with at most 2 decimals.', 65_559.95),
  ),
  nameSurname: Type.Optional(described(text(), 'The seller’s name or title.', 'Ayşe Yılmaz')),
  customerInfo: Type.Optional(
    described(CustomerInfo, 'Data of the seller; overrides the customer account.'),
  ),
  ...itemAndPrice,
  attribute: Type.Optional(
    described(text(), 'Description of the item. Default: the template’s line name.', 'Has altın'),
  ),
  description: Type.Optional(freeText()),
  currentCode: Type.Optional(text()),
  transactionDate: Type.Optional(
    described(
      instant(),
      'Date of the voucher. A date `YYYY-MM-DD` is its midnight in UTC. Default: the bank transaction’s date, or now.',
      '2026-11-20T09:45:00.000Z',
    ),
  ),
  serial: Type.Optional(
    described(text(50), 'A serial of your own. Default: the company’s own.', 'GP'),
  ),
  number: Type.Optional(
    described(
      Type.String({ minLength: 1, maxLength: 15, pattern: '^0*[1-9][0-9]*$' }),
      'A number of your own within the serial. Default: the next one. Needs a `serial` that is not the company’s own.',
      '42',
    ),
  ),
  bankName: Type.Optional(text()),
  invoiceNo: Type.Optional(described(text(), 'Invoice numbers of the swap.', 'GPF2026000000017')),
  isSwap: Type.Optional(flag()),
})

/** A field that `onlyFor` does not name may be sent whatever the voucher is created from. */
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
    ...whenCreated,
  },
  contentRules,
)

export const CreatedVoucher = Type.Object(
  inWordsOf(expenseVouchers, {
    id: Id,
    source: oneOf(...SOURCES),
    sourceId: nullable(Id),
    isDraft: described(
      flag(),
      'Whether it is a draft. A draft has no number yet and can be deleted.',
    ),
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
  }),
  { title: 'CreatedVoucher' },
)

export const PreviewedVoucher = Type.Object(
  inWordsOf(expenseVouchers, {
    source: described(oneOf(...SOURCES), 'What the voucher would be created from.', 'manual'),
    sourceId: described(Type.Null(), 'Always null.'),
    amount: Money,
    exchanges: Type.Number(),
    serial: Text,
    expectedNumber: described(Type.Integer(), 'The number that the voucher would get.', 42),
    attribute: Text,
    quantity: Type.Number(),
    price: Money,
    unitName: Text,
    template: DocumentTemplate,
    customer: PreviewedParty,
  }),
  { title: 'VoucherPreview' },
)

export const previewVoucher = endpoint({
  ...commandDefaults,
  operationId: 'previewVoucher',
  summary: 'Preview a voucher',
  about: 'Calculates a voucher; creates nothing, takes no number.',
  path: '/v1/expenses/preview',
  right: 'expenses',
  body: PreviewContent,
  data: PreviewedVoucher,
  errors: documentErrors,
})

export const createVoucher = endpoint({
  ...commandDefaults,
  operationId: 'createVoucher',
  summary: 'Create a voucher',
  about: 'Creates an expense voucher: finalized, or a draft.',
  path: '/v1/expenses',
  right: 'expenses',
  body: VoucherContent,
  status: 201,
  creates: true,
  data: CreatedVoucher,
  errors: documentErrors,
})

export const deleteVoucher = endpoint({
  ...commandDefaults,
  operationId: 'deleteVoucher',
  summary: 'Delete a voucher',
  about: 'Deletes a voucher that is not finalized.',
  method: 'DELETE',
  path: '/v1/expenses/{id}',
  right: 'expenses',
  params: IdParameter,
  data: Type.Object(
    {
      id: described(Id, 'The voucher that is gone.'),
      deleted: described(Type.Literal(true), 'Always true.'),
    },
    { title: 'DeletedVoucher' },
  ),
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
  summary: 'List vouchers',
  about: 'Expense vouchers, page by page.',
  path: '/v1/expenses',
  right: 'expenses',
})

export const readVoucher = detailEndpoint(named('Voucher', detailSchema(expenseVouchers)), {
  operationId: 'readVoucher',
  summary: 'Read a voucher',
  about: 'One expense voucher.',
  path: '/v1/expenses/{id}',
  right: 'expenses',
})

export const listVoucherTemplates = templatesEndpoint(['all', 'expense'], {
  operationId: 'listVoucherTemplates',
  summary: 'List voucher templates',
  about: 'Templates for expense vouchers.',
  path: '/v1/expenses/templates',
  right: 'expenses',
})
