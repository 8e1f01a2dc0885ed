import type { KMTS_OUTCOMES, KMTS_SOURCES } from '#kernel/contract/kmts.ts'
import {
  bigint,
  decimal,
  flag,
  instant,
  integer,
  oneOf,
  orNull,
  text,
} from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** Lists that are filtered by these are read from the index of their order alone. */
const filtered = 'include (outcome, source)'

export const kmtsVerificationTable = table(
  'kmts_verification',
  {
    company_id: text,
    id: text,
    source: oneOf<(typeof KMTS_SOURCES)[number]>(),
    scanned_code: text,
    outcome: oneOf<(typeof KMTS_OUTCOMES)[number]>(),
    is_verified: flag,
    status: orNull(text),
    status_description: orNull(text),
    status_title_description: orNull(text),
    activation_date: orNull(instant),
    marking_date: orNull(instant),
    scan_verification_id: orNull(text),
    refinery_name: orNull(text),
    product_name: orNull(text),
    millesimal_fineness: orNull(text),
    weight_unit: orNull(text),
    metal: orNull(text),
    weight: orNull(decimal),
    package_prefix: orNull(text),
    method: orNull(text),
    method_description: orNull(text),
    checked_at: instant,
    completed_at: orNull(instant),
    duration_ms: orNull(integer),
    error_code: orNull(text),
    error_message: orNull(text),
    retryable: flag,
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    counts: {
      by: ['outcome', 'source'],
      date: 'checked_at',
    },
    indexes: [
      `(company_id, created_at, id) ${filtered}`,
      `(company_id, updated_at, id) ${filtered}`,
      '(company_id, scanned_code)',
      `(company_id, checked_at) ${filtered}`,
    ],
  },
)
