import { boughtMetal } from '#kernel/domain/fine-metal.ts'
import {
  importedDocument,
  newElectronicDocument,
  ownErrorMessage,
} from '#kernel/events/electronic-document.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { partyColumns } from '#projections/read-models/party-columns.ts'
import { documentColumns } from './document-columns.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>
type Content = Omit<Of<'VoucherDrafted'>['data'], 'givenNumber'>
type Columns = Omit<RowOf<typeof expenseVouchers>, 'created_at' | 'updated_at'>

/** A voucher's row after its draft. */
export const draftedColumns = (data: Content, companyId: string): Columns => ({
  company_id: companyId,
  id: data.voucherId,
  lifecycle: 'draft',
  visible: true,
  left_at: null,
  source: data.source,
  bank_transaction_id: data.bankTransactionId,
  is_draft: true,
  is_finalized: false,
  is_cancelled: false,
  print_date: null,
  serial: data.serial,
  number: null,
  amount: data.amount,
  exchanges: data.exchanges,
  price: data.price,
  quantity: data.quantity,
  unit_type: data.unitType,
  attribute: data.attribute,
  template_id: data.template.id,
  template_key: data.template.key,
  template_title: data.template.title,
  template_line_name: data.template.lineName,
  template_material: data.template.material,
  fine_grams: boughtMetal({ ...data, material: data.template.material }).fineGrams,
  document_mode: data.documentMode,
  ...documentColumns(data.environment && newElectronicDocument(data.environment)),
  person_ref: data.personRef,
  transaction_date: data.transactionDate,
  description: valueUnlessForgotten(data.description),
  current_code: data.currentCode,
  bank_name: data.bankName,
  invoice_no: data.invoiceNo,
  is_swap: data.isSwap,
  ...partyColumns(valueUnlessForgotten(data.seller)),
})

/** The row of a voucher that another system issued. */
export const importedColumns = (
  data: Of<'VoucherImported'>['data'],
  companyId: string,
): Columns => ({
  ...draftedColumns(data, companyId),
  lifecycle: 'finalized',
  is_draft: false,
  is_finalized: true,
  is_cancelled: data.cancelledAt !== null,
  number: data.number,
  print_date: data.printDate,
  ...documentColumns(data.uuid === null ? null : importedDocument(data)),
})

/** What shows of a voucher when its seller’s data is no longer kept. */
export const emptiedVoucher = (row: RowOf<typeof expenseVouchers>) => ({
  ...partyColumns(null),
  description: null,
  document_phone: null,
  status_detail: null,
  error_message: ownErrorMessage(row.error_message),
})
