import type { ClientBase } from 'pg'
import {
  lastEventColumn,
  type PlaceColumns,
  placeFromColumns,
} from '#kernel/platform/event-store/kept-place.ts'
import { parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { addDeliveriesIf, columnsOf } from './new-deliveries.ts'
import type { Replay, ReplayedPart } from './store.ts'

export const keptReplays = (client: ClientBase) => ({
  /**
   * A replay of one of these enabled endpoints that may continue now: of the next endpoint after the
   * one named, or else of the first.
   */
  async nextReplay(endpointIds: readonly string[], behind: string): Promise<Replay | undefined> {
    const { rows } = await client.query<ReplayRow>(NEXT_REPLAY, [[...endpointIds], behind])
    return rows[0] && replayFrom(rows[0])
  },

  /** Adds a part of a replay and moves it on; at its end it is removed. */
  async addAgain({ id }: Replay, { deliveries, reached, failure }: ReplayedPart): Promise<void> {
    const columns = [...columnsOf(deliveries), id]
    if (reached === undefined) {
      const ended = 'delete from webhooks.replay where id = $7 returning id'
      await client.query(`with going_on as (${ended}), ${ADD_IF_IT_GOES_ON}`, columns)
    } else {
      const moved = `update webhooks.replay
        set position = $8, last_event = $9::jsonb, failure = $10 where id = $7
        returning id`
      const place = [reached.position.toString(), lastEventColumn(reached), failure]
      const parameters = [...columns, ...place]
      await client.query(`with going_on as (${moved}), ${ADD_IF_IT_GOES_ON}`, parameters)
    }
  },

  /** The replay waits, behind the others of its endpoint. */
  async putOff({ id }: Replay, pauseMs: number): Promise<void> {
    await client.query(
      `update webhooks.replay set next_at = clock_timestamp() + $2 * interval '1 millisecond'
       where id = $1`,
      [id, pauseMs],
    )
  },

  /** Retries events that could not be read, because a later release may read them. */
  async tryAgain(): Promise<void> {
    await client.query(
      `update webhooks.replay set failure = null from webhooks.endpoint
       where replay.endpoint_id = endpoint.endpoint_id and is_enabled`,
    )
  },
})

/** What was found for a replay that has been cancelled in the meantime would come out of its turn. */
const ADD_IF_IT_GOES_ON = addDeliveriesIf('exists (select from going_on)')

/** While an endpoint is unknown or disabled, its replays wait, and include the events of that time. */
const NEXT_REPLAY = `
  select id::text, endpoint_id, extract(epoch from since)::float8 * 1000 as since,
    replay.position::text, replay.last_event, place.position::text as up_to
  from webhooks.replay join webhooks.endpoint using (endpoint_id) cross join webhooks.place
  where is_enabled and failure is null and next_at <= clock_timestamp()
    and endpoint_id = any ($1::text[])
  order by endpoint_id <= $2, endpoint_id, next_at, id limit 1`

interface ReplayRow extends PlaceColumns {
  readonly id: string
  readonly endpoint_id: string
  readonly since: number
  readonly up_to: string
}

const replayFrom = ({ id, endpoint_id, since, up_to, ...place }: ReplayRow): Replay => ({
  id,
  endpointId: endpoint_id,
  since,
  reached: placeFromColumns(place),
  upTo: parseLogPosition(up_to),
})
