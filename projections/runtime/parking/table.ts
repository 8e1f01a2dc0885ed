import { bigint, instant, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** For events whose company is unknown; no company has this id. */
export const NO_COMPANY = ''

/**
 * Events that wait, company by company: the first failed and has an error, and all later ones wait
 * behind it in log order.
 */
export const parkedEventTable = table(
  'parked_event',
  {
    event_id: text,
    company_id: text,
    position: bigint,
    stream: text,
    revision: bigint,
    type: text,
    /** Only of the company's first event; contains no personal data. */
    error: orNull(text),
    parked_at: instant,
    tried_at: orNull(instant),
  },
  { key: ['position'], indexes: ['(company_id, position)', 'using hash (stream)'] },
)
