import type { E_DOCUMENT_STATES } from '#kernel/contract/expenses.ts'
import {
  bigint,
  boolean,
  numeric,
  oneOf,
  orNull,
  table,
  text,
  timestamptz,
} from '#projections/runtime/table.ts'

/** `finalizing`, `deleted` and `abandoned` vouchers are not shown to anybody. */
export type Lifecycle = 'draft' | 'finalizing' | 'finalized' | 'deleted' | 'abandoned'

export const expenseVoucherTable = table(
  'expense_voucher',
  {
    company_id: text,
    id: text,
    lifecycle: oneOf<Lifecycle>(),
    /** Lists and details show visible vouchers only. */
    visible: boolean,
    source: oneOf<'bankTransaction' | 'manual'>(),
    bank_transaction_id: orNull(text),
    is_draft: boolean,
    is_finalized: boolean,
    print_date: orNull(timestamptz),
    serial: text,
    number: orNull(text),
    amount: numeric,
    exchanges: numeric,
    price: numeric,
    quantity: numeric,
    unit_type: oneOf<'GRM' | 'C62'>(),
    attribute: text,
    template_id: text,
    template_key: text,
    template_title: text,
    template_line_name: text,
    template_material: text,
    document_mode: oneOf<'paper' | 'electronic'>(),
    environment: orNull(oneOf<'test' | 'live'>()),
    /** Of the electronic document; null for paper. */
    state: orNull(oneOf<(typeof E_DOCUMENT_STATES)[number]>()),
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
    transaction_date: timestamptz,
    description: orNull(text),
    current_code: orNull(text),
    bank_name: orNull(text),
    invoice_no: orNull(text),
    is_swap: orNull(boolean),
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    indexes: [
      '(company_id, created_at, id) where visible',
      '(company_id, updated_at, id) where visible',
      '(company_id, transaction_date, id) where visible',
      '(company_id, amount, id) where visible',
      '(company_id, id_no) where visible',
      '(company_id, serial, number) where visible',
    ],
  },
)
