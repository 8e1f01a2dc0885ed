import type { KeptEvent } from '#kernel/platform/event-store/kept-place.ts'
import { bigint, json, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** How far a projection is; only its owner, who has the latest epoch, moves it. */
export const checkpointTable = table(
  'checkpoint',
  {
    name: text,
    position: bigint,
    epoch: bigint,
    /** By which the log is known again. */
    last_event: orNull(json<KeptEvent>()),
  },
  { key: ['name'] },
)

/** The last `updated_at` given within a resource of a company. */
export const lastChangeTable = table(
  'last_change',
  { company_id: text, resource: text, updated_at: bigint },
  { key: ['company_id', 'resource'] },
)
