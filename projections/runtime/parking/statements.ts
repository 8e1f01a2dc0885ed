import type pg from 'pg'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { ShownEvent } from '#projections/runtime/shown-events.ts'

export interface Parked {
  readonly event: ShownEvent
  /** Null for events that wait behind the failed one. */
  readonly error: string | null
}

/** Parks events; one that failed again gets its new error. */
export const parkStatement = (schema: string, parked: readonly Parked[]): pg.QueryConfig => ({
  name: `park in ${schema}`,
  text: `
    insert into ${schema}.parked_event
      (event_id, company_id, position, stream, revision, type, error, parked_at, tried_at)
    select *, now(), case when error is null then null else clock_timestamp() end
    from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[])
      as parked (event_id, company_id, position, stream, revision, type, error)
    on conflict (position) do update set error = excluded.error, tried_at = excluded.tried_at`,
  values: [
    parked.map(({ event }) => event.stored.id),
    parked.map(({ event }) => event.companyId),
    parked.map(({ event }) => event.stored.position.toString()),
    parked.map(({ event }) => event.stored.stream),
    parked.map(({ event }) => event.stored.revision.toString()),
    parked.map(({ event }) => event.stored.type),
    parked.map(({ error }) => error),
  ],
})

export const unparkStatement = (
  schema: string,
  positions: readonly LogPosition[],
): pg.QueryConfig => ({
  name: `unpark in ${schema}`,
  text: `delete from ${schema}.parked_event where position = any($1::bigint[])`,
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
