import type { ClientBase } from 'pg'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import {
  lastEventColumn,
  type PlaceColumns,
  placeFromColumns,
} from '#kernel/platform/event-store/kept-place.ts'
import { ADD_DELIVERIES, columnsOf } from './new-deliveries.ts'
import type { KnownEndpoint, StoredBatch } from './store.ts'

/** The place up to which the log has been distributed to the endpoints, and their waiting deliveries. */
export const dividedLog = (client: ClientBase) => ({
  /** Undefined before the first event. */
  async place(): Promise<LogPlace | undefined> {
    const { rows } = await client.query<PlaceColumns>(
      'select position::text, last_event from webhooks.place',
    )
    return rows[0] && placeFromColumns(rows[0])
  },

  /** All endpoints that the log had up to the place. */
  async endpoints(): Promise<readonly KnownEndpoint[]> {
    const { rows } = await client.query<KnownEndpoint>(
      `select endpoint_id as id, is_enabled as "isEnabled", is_given_up as "isGivenUp"
       from webhooks.endpoint order by endpoint_id`,
    )
    return rows
  },

  /**
   * Adds the deliveries of a batch of the log, and moves the place with them. Present ones stay. An
   * endpoint that has changed starts again: no failure counts, its waiting deliveries are due, and if it is
   * enabled, its replays try again to read the events that they could not read.
   */
  async add({ deliveries, endpoints, standstills, upTo }: StoredBatch): Promise<void> {
    await client.query({
      name: 'add deliveries',
      text: ADD,
      values: [
        ...columnsOf(deliveries),
        upTo.position.toString(),
        lastEventColumn(upTo),
        endpoints.map(({ id }) => id),
        endpoints.map(({ isEnabled }) => isEnabled),
        endpoints.map(({ isGivenUp }) => isGivenUp),
        standstills.map(({ endpointId }) => endpointId),
        standstills.map(({ reached }) => reached.position.toString()),
        standstills.map(({ reached }) => lastEventColumn(reached)),
        standstills.map(({ failure }) => failure),
      ],
    })
  },
})

const ADD = `
  with moved as (
    insert into webhooks.place (name, position, last_event) values ('webhooks', $7, $8::jsonb)
    on conflict (name) do update
    set position = excluded.position, last_event = coalesce(excluded.last_event, place.last_event)
  ), known as (
    insert into webhooks.endpoint (endpoint_id, is_enabled, is_given_up)
    select * from unnest($9::text[], $10::boolean[], $11::boolean[])
    on conflict (endpoint_id) do update
    set is_enabled = excluded.is_enabled, is_given_up = excluded.is_given_up
    returning endpoint_id, is_enabled
  ), tried_again as (
    update webhooks.replay set failure = null from known
    where replay.endpoint_id = known.endpoint_id and known.is_enabled
  ), forgiven as (
    delete from webhooks.failing where endpoint_id = any ($9::text[])
  ), due as (
    update webhooks.delivery set next_at = clock_timestamp()
    where endpoint_id = any ($9::text[]) and is_head
  ), standing_still as (
    insert into webhooks.replay (endpoint_id, since, position, last_event, failure)
    select distinct on (endpoint_id) endpoint_id, '-infinity'::timestamptz, position, last_event,
      case when known.is_enabled then null else failure end
    from unnest($12::text[], $13::bigint[], $14::jsonb[], $15::text[])
      as found (endpoint_id, position, last_event, failure) left join known using (endpoint_id)
    where not exists (
      select from webhooks.replay as earlier
      where earlier.endpoint_id = found.endpoint_id and earlier.failure is not null
        and earlier.since = '-infinity'
    )
    order by endpoint_id, position
  ), ${ADD_DELIVERIES}`
