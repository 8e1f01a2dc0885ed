import type { ClientBase } from 'pg'
import { parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { ADD_DELIVERIES, columnsOf } from './new-deliveries.ts'
import type { KeptReplays, Replay } from './store.ts'

export const keptReplays = (client: ClientBase): KeptReplays => ({
  async nextReplay() {
    const { rows } = await client.query<ReplayRow>(
      `select id::text, endpoint_id, extract(epoch from since)::float8 * 1000 as since,
         position::text, reached::text
       from webhooks.replay order by id limit 1`,
    )
    return rows[0] && replayFrom(rows[0])
  },

  async addAgain({ id }, { deliveries, reached, isLast }) {
    const done = isLast
      ? 'delete from webhooks.replay where id = $7 and $8::bigint is not null'
      : 'update webhooks.replay set reached = $8 where id = $7'
    await client.query({
      text: `with done as (${done}) ${ADD_DELIVERIES}`,
      values: [...columnsOf(deliveries), id, reached.toString()],
    })
  },
})

interface ReplayRow {
  readonly id: string
  readonly endpoint_id: string
  readonly since: number
  readonly position: string
  readonly reached: string
}

const replayFrom = ({ id, endpoint_id, since, position, reached }: ReplayRow): Replay => ({
  id,
  endpointId: endpoint_id,
  since,
  upTo: parseLogPosition(position),
  reached: parseLogPosition(reached),
})
