import { fold } from '#kernel/domain/turkish-text.ts'
import { newElectronicDocument, ownErrorMessage } from '#kernel/events/electronic-document.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { documentColumns } from './document-columns.ts'

type Drafted = Extract<ExpenseVoucherEvent, { type: 'VoucherDrafted' }>['data']
type Columns = Omit<RowOf<typeof expenseVouchers>, 'created_at' | 'updated_at'>

/** A voucher's row after its draft. */
export const draftedColumns = (data: Drafted, companyId: string): Columns => ({
  company_id: companyId,
  id: data.voucherId,
  lifecycle: 'draft',
  visible: true,
  left_at: null,
  source: data.source,
  bank_transaction_id: data.bankTransactionId,
  is_draft: true,
  is_finalized: false,
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
  document_mode: data.documentMode,
  ...documentColumns(data.environment && newElectronicDocument(data.environment)),
  person_ref: data.personRef,
  transaction_date: data.transactionDate,
  description: valueUnlessForgotten(data.description),
  current_code: data.currentCode,
  bank_name: data.bankName,
  invoice_no: data.invoiceNo,
  is_swap: data.isSwap,
  ...sellerColumns(valueUnlessForgotten(data.seller)),
})

/** What shows of a voucher when its seller’s data is no longer kept. */
export const emptiedVoucher = (row: RowOf<typeof expenseVouchers>) => ({
  ...sellerColumns(null),
  description: null,
  document_phone: null,
  status_detail: null,
  error_message: ownErrorMessage(row.error_message),
})

type Seller = Exclude<Drafted['seller'], { forgotten: true }>

const sellerColumns = (seller: Seller | null) => ({
  id_no: seller?.taxNumber ?? null,
  name: seller?.name ?? null,
  name_folded: fold(seller?.name ?? ''),
  tax_office: seller?.taxOffice ?? null,
  address: seller?.address ?? null,
  district: seller?.district ?? null,
  city: seller?.city ?? null,
  phone: seller?.phone ?? null,
  mail: seller?.mail ?? null,
  web_site: seller?.webSite ?? null,
  country: seller?.country ?? null,
})
