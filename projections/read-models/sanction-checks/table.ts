import type { SanctionCheckEvent } from '#kernel/events/sanction-check.ts'
import { bigint, flag, instant, integer, json, oneOf, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

export type Matches = Exclude<SanctionCheckEvent['data']['matches'], { forgotten: true }>

/** Checks through the API and panel searches. What is personal is null when the person has been forgotten. */
export const sanctionCheckTable = table(
  'sanction_check',
  {
    company_id: text,
    id: text,
    source: oneOf<'api' | 'panel'>(),
    person_ref: orNull(text),
    id_no: orNull(text),
    full_name: orNull(text),
    surname: orNull(text),
    full_name_folded: text,
    checked_at: instant,
    wanted_query: flag,
    pep_query: flag,
    is_error: flag,
    masak_count: integer,
    wanted_count: integer,
    pep_count: integer,
    has_customer: flag,
    customer_event_count: integer,
    customer_id: orNull(text),
    matches: orNull(json<Matches>()),
    /** The moment of the check itself. */
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    counts: {
      by: [],
      date: 'created_at',
      text: 'full_name_folded',
    },
    indexes: [
      '(company_id, created_at, id)',
      '(company_id, updated_at, id)',
      '(company_id, id_no, checked_at, id)',
      '(company_id, person_ref) where id_no is null and person_ref is not null',
    ],
  },
)
