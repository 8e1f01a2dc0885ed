import type pg from 'pg'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { storable } from '#kernel/records/storable.ts'
import type { ShownEvent } from '#projections/runtime/shown-events.ts'
import type { TableWrite } from '#projections/runtime/write-statement.ts'

export interface Parked {
  readonly event: ShownEvent
  /** Null for events that wait behind the failed one. */
  readonly error: string | null
}

/** Parks events; one that failed again gets its new error. */
export const parking = (schema: string, parked: readonly Parked[]): TableWrite => ({
  name: 'parked',
  text: ({ parameter, condition }) => `
    insert into ${schema}.parked_event
      (event_id, company_id, position, stream, revision, type, error, parked_at, tried_at)
    select *, now(), case when error is null then null else clock_timestamp() end
    from unnest(${columnTypes.map((type, index) => `${parameter(index + 1)}::${type}[]`).join(', ')})
      as parked (event_id, company_id, position, stream, revision, type, error)
    where ${condition}
    on conflict (position) do update set error = excluded.error, tried_at = excluded.tried_at`,
  values: [
    parked.map(({ event }) => event.stored.id),
    parked.map(({ event }) => event.companyId),
    parked.map(({ event }) => event.stored.position.toString()),
    parked.map(({ event }) => storable(event.stored.stream)),
    parked.map(({ event }) => event.stored.revision.toString()),
    parked.map(({ event }) => storable(event.stored.type)),
    parked.map(({ error }) => storable(error)),
  ],
})

const columnTypes = ['text', 'text', 'bigint', 'text', 'bigint', 'text', 'text']

export const unparking = (schema: string, positions: readonly LogPosition[]): TableWrite => ({
  name: 'unparked',
  text: ({ parameter, condition }) =>
    `delete from ${schema}.parked_event where position = any(${parameter(1)}::bigint[]) and ${condition}`,
  values: [positions.map((position) => position.toString())],
})

/** The next waiting events of a company, in log order. */
export const waitingPage = (schema: string, companyId: string, limit: number): pg.QueryConfig => ({
  name: `waiting in ${schema}`,
  text: `
    select position::text, stream, revision::text from ${schema}.parked_event as parked
    where company_id = $1 order by parked.position limit $2`,
  values: [companyId, limit],
})
