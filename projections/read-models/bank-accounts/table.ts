import { bigint, boolean, orNull, table, text, timestamptz } from '#projections/runtime/table.ts'

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
    bank: boolean,
    archived: boolean,
    active: boolean,
    integrated: boolean,
    /** When the bank last told all it had. */
    last_queried_at: orNull(timestamptz),
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
