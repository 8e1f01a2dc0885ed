import {
  bigint,
  decimal,
  flag,
  integer,
  oneOf,
  orNull,
  text,
  texts,
} from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** Lists that are filtered by these are read from the index of their order alone. */
const filtered = 'include (status_type, type, material, is_default) where not deleted'

export const templateTable = table(
  'template',
  {
    company_id: text,
    id: text,
    key: text,
    title: text,
    line_name: text,
    line_name_folded: text,
    material: text,
    unit_type: oneOf<'GRM' | 'C62'>(),
    type: text,
    status_type: text,
    exchange: decimal,
    vat_rate: decimal,
    labor_disabled: flag,
    labor_name: orNull(text),
    labor_type: orNull(oneOf<'perUnit' | 'fixed'>()),
    labor_amount: orNull(decimal),
    stock_code: orNull(text),
    is_default: flag,
    is_manual: flag,
    sort_order: integer,
    words: texts,
    deleted: flag,
    invoice_type: orNull(oneOf<'ISTISNA' | 'OZELMATRAH' | 'SATIS'>()),
    exemption_code: orNull(text),
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    counts: {
      where: 'not deleted',
      by: ['status_type', 'type', 'material', 'is_default'],
      text: 'line_name_folded',
    },
    indexes: [
      `(company_id, sort_order, id) ${filtered}`,
      `(company_id, sort_order, key, id) ${filtered}`,
      `(company_id, created_at, id) ${filtered}`,
      `(company_id, updated_at, id) ${filtered}`,
    ],
  },
)
