import type { Pool } from 'pg'
import type { Backlog } from '../metrics.ts'

/** What waits for each endpoint; of one for which nothing waits, none. */
export async function backlogsIn(pool: Pick<Pool, 'query'>): Promise<readonly Backlog[]> {
  const { rows: made } = await pool.query(`select to_regclass('webhooks.delivery') as made`)
  if (made[0]?.made === null) return []
  const { rows } = await pool.query<BacklogRow>(
    `select endpoint_id, is_enabled, is_given_up, count(delivery.position) as waiting,
       count(delivery.position) filter (where is_head and attempts > 0) as refused,
       coalesce(extract(epoch from clock_timestamp() - min(added_at)), 0) as age,
       coalesce(extract(epoch from clock_timestamp() - min(since)), 0) as failing,
       (select min(failure) from webhooks.replay where replay.endpoint_id = endpoint.endpoint_id)
         as failure
     from webhooks.endpoint
       left join webhooks.delivery using (endpoint_id) left join webhooks.failing using (endpoint_id)
     group by endpoint_id`,
  )
  return rows.map(
    ({ endpoint_id, is_enabled, is_given_up, waiting, refused, age, failing, failure }) => ({
      endpointId: endpoint_id,
      isEnabled: is_enabled,
      isGivenUp: is_given_up,
      waiting: Number(waiting),
      refused: Number(refused),
      ageSeconds: Number(age),
      failingSeconds: Number(failing),
      failure,
    }),
  )
}

interface BacklogRow {
  readonly endpoint_id: string
  readonly is_enabled: boolean
  readonly is_given_up: boolean
  readonly waiting: string
  readonly refused: string
  readonly age: string
  readonly failing: string
  readonly failure: string | null
}
