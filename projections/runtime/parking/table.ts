import { bigint, instant, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** Stands for those whose company cannot be told; no company has this id. */
export const NO_COMPANY = ''

/**
 * Events that a projection cannot show yet, company by company: the first that it failed at, with
 * its error, and all later ones, which wait behind it in the order of the log.
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
    /** Of the first of its company alone; names no personal data. */
    error: orNull(text),
    parked_at: instant,
    tried_at: orNull(instant),
  },
  { key: ['position'], indexes: ['(company_id, position)'] },
)
