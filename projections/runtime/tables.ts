import type { KeptEvent } from '#kernel/platform/event-store/kept-place.ts'
import { CHECKPOINT } from '#kernel/records/checkpoint.ts'
import { bigint, json, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** How far a projection is. Only the leader of the latest epoch moves it. */
export const checkpointTable = table(
  CHECKPOINT,
  {
    name: text,
    position: bigint,
    epoch: bigint,
    /** Identifies the log. */
    last_event: orNull(json<KeptEvent>()),
  },
  { key: ['name'] },
)

/** The last `updated_at` within a resource of a company. */
export const lastChangeTable = table(
  'last_change',
  { company_id: text, resource: text, updated_at: bigint },
  { key: ['company_id', 'resource'] },
)
