import { bigint, decimal, flag, instant, oneOf, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'
import type { ElectronicDocument } from '#kernel/responses/electronic-document.ts'

/** `finalizing`, `deleted` and `abandoned` vouchers are not shown to anybody. */
export type Lifecycle = 'draft' | 'finalizing' | 'finalized' | 'deleted' | 'abandoned'

/** The electronic document; all null for paper. */
const documentColumns = {
  environment: orNull(oneOf<ElectronicDocument['environment']>()),
  state: orNull(oneOf<ElectronicDocument['state']>()),
  uuid: orNull(text),
  official_number: orNull(text),
  document_phone: orNull(text),
  frozen_at: orNull(instant),
  prepared_at: orNull(instant),
  sms_sent_at: orNull(instant),
  sms_retry_at: orNull(instant),
  accepted_at: orNull(instant),
  finalized_at: orNull(instant),
  last_checked_at: orNull(instant),
  provider_status: orNull(oneOf<ElectronicDocument['providerStatus']>()),
  status_detail: orNull(text),
  report_status: orNull(oneOf<NonNullable<ElectronicDocument['reportStatus']>>()),
  cancelled: orNull(flag),
  error_code: orNull(text),
  error_message: orNull(text),
}

/** Lists that are filtered by these are read from the index of their order alone. */
const filtered = 'include (is_draft, is_finalized, document_mode, state, source, serial)'

export const expenseVoucherTable = table(
  'expense_voucher',
  {
    company_id: text,
    id: text,
    lifecycle: oneOf<Lifecycle>(),
    /** Lists and details show visible vouchers only. */
    visible: flag,
    source: oneOf<'bankTransaction' | 'manual'>(),
    bank_transaction_id: orNull(text),
    is_draft: flag,
    is_finalized: flag,
    print_date: orNull(instant),
    serial: text,
    number: orNull(text),
    amount: decimal,
    exchanges: decimal,
    price: decimal,
    quantity: decimal,
    unit_type: oneOf<'GRM' | 'C62'>(),
    attribute: text,
    template_id: text,
    template_key: text,
    template_title: text,
    template_line_name: text,
    template_material: text,
    document_mode: oneOf<'paper' | 'electronic'>(),
    ...documentColumns,
    person_ref: text,
    /** The seller's, null when forgotten, as all that follows of the seller. */
    id_no: orNull(text),
    name: orNull(text),
    name_folded: text,
    tax_office: orNull(text),
    address: orNull(text),
    district: orNull(text),
    city: orNull(text),
    phone: orNull(text),
    mail: orNull(text),
    web_site: orNull(text),
    country: orNull(text),
    transaction_date: instant,
    description: orNull(text),
    current_code: orNull(text),
    bank_name: orNull(text),
    invoice_no: orNull(text),
    is_swap: orNull(flag),
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    counts: {
      where: 'visible',
      by: ['is_draft', 'is_finalized', 'document_mode', 'state', 'source', 'serial'],
      date: 'transaction_date',
      text: 'name_folded',
    },
    indexes: [
      `(company_id, created_at, id) ${filtered} where visible`,
      `(company_id, updated_at, id) ${filtered} where visible`,
      `(company_id, transaction_date, id) ${filtered} where visible`,
      `(company_id, amount, id) ${filtered} where visible`,
      // What is held in hands leads to a voucher that lists do not show, too.
      '(company_id, id_no)',
      '(company_id, serial, number)',
      '(company_id, uuid) where uuid is not null',
      '(company_id, official_number) where official_number is not null',
      '(company_id, person_ref) where id_no is null',
    ],
  },
)
