import { bigint, instant, integer, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** Lists that are filtered by these are read from the index of their order alone. */
const filtered = 'include (record_level)'

/** The customer register. What is personal is null when the person has been forgotten. */
export const customerEventTable = table(
  'customer_event',
  {
    company_id: text,
    id: text,
    customer_id: orNull(text),
    person_ref: text,
    id_no: orNull(text),
    event_date: instant,
    /** 0 no record, 1 normal, 2 safe, 3 risky, 4 banned. */
    record_level: integer,
    comment: orNull(text),
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    counts: {
      by: ['record_level'],
      date: 'event_date',
    },
    indexes: [
      `(company_id, event_date, id) ${filtered}`,
      `(company_id, updated_at, id) ${filtered}`,
      '(company_id, id_no, event_date, id)',
      '(company_id, customer_id, event_date, id)',
    ],
  },
)
