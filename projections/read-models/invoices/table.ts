import {
  bigint,
  decimal,
  flag,
  instant,
  integer,
  json,
  oneOf,
  orNull,
  text,
} from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'
import type { InvoiceLineRow } from '#kernel/responses/invoices.ts'

/** Where what was requested stands at the integrator. */
type Stage = 'submitting' | 'unknown' | 'issued' | 'draft' | 'deletingDraft' | 'ended'

/** Lists that are filtered by these are read from the index of their order alone. */
const filtered = 'include (invoice_type, integrator, source)'

export const invoiceTable = table(
  'invoice',
  {
    company_id: text,
    id: text,
    stage: oneOf<Stage>(),
    /** Lists and details show visible invoices only: those that were issued. */
    visible: flag,
    source: oneOf<'bankTransaction' | 'manual'>(),
    bank_transaction_id: orNull(text),
    is_draft: flag,
    /** Whether the local record of a manual draft is there. */
    has_record: flag,
    uuid: text,
    channel: oneOf<'einvoice' | 'earchive'>(),
    integrator: orNull(text),
    invoice_type: oneOf<'ISTISNA' | 'OZELMATRAH' | 'SATIS'>(),
    invoice_number: orNull(text),
    /** When the last call for it was made. */
    attempted_at: orNull(instant),
    /** How often the integrator was asked in vain. */
    asked: integer,
    issued_at: orNull(instant),
    cancelled_at: orNull(instant),
    transaction_date: instant,
    lines_total: decimal,
    kdv_total: decimal,
    allowance_total: decimal,
    payable_total: decimal,
    lines: json<readonly InvoiceLineRow[]>(),
    /** The customer's, null when forgotten, as all that follows of the customer. */
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
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    counts: {
      where: 'visible',
      by: ['invoice_type', 'integrator', 'source'],
      date: 'transaction_date',
      text: 'name_folded',
    },
    indexes: [
      `(company_id, transaction_date, id) ${filtered} where visible`,
      `(company_id, created_at, id) ${filtered} where visible`,
      `(company_id, updated_at, id) ${filtered} where visible`,
      `(company_id, payable_total, id) ${filtered} where visible`,
      '(company_id, id_no)',
      '(company_id, invoice_number)',
      '(company_id, uuid)',
      // What is still on its way is little beside all that were issued.
      "(stage, attempted_at) where stage in ('submitting', 'unknown', 'deletingDraft')",
    ],
  },
)
