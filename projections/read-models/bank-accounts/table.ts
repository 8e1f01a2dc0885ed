import { bigint, flag, instant, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** Lists that are filtered by these are read from the index of their order alone. */
const filtered = 'include (bank_code, currency, archived, integrated)'

export const bankAccountTable = table(
  'bank_account',
  {
    company_id: text,
    id: text,
    name: text,
    name_sort: text,
    bank_code: orNull(text),
    iban: orNull(text),
    currency: text,
    bank: flag,
    archived: flag,
    active: flag,
    integrated: flag,
    /** When the bank last told all it had. */
    last_queried_at: orNull(instant),
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    counts: {
      by: ['bank_code', 'currency', 'archived', 'integrated'],
    },
    indexes: [
      `(company_id, created_at, id) ${filtered}`,
      `(company_id, updated_at, id) ${filtered}`,
      `(company_id, name_sort, id) ${filtered}`,
    ],
  },
)
