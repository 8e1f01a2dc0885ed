import { bigint, integer, orNull, table, text, timestamptz } from '#projections/runtime/table.ts'

/** The customer register. What is personal is null when the person has been forgotten. */
export const customerEventTable = table(
  'customer_event',
  {
    company_id: text,
    id: text,
    customer_id: orNull(text),
    person_ref: text,
    id_no: orNull(text),
    event_date: timestamptz,
    /** 0 no record, 1 normal, 2 safe, 3 risky, 4 banned. */
    record_level: integer,
    comment: orNull(text),
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    indexes: [
      '(company_id, event_date, id)',
      '(company_id, updated_at, id)',
      '(company_id, id_no, event_date, id)',
      '(company_id, customer_id, event_date, id)',
    ],
  },
)
