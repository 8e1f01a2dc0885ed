import type { Pool } from 'pg'
import type { Backlog } from '../metrics.ts'

/** What waits for each endpoint that is enabled; of one for which nothing waits, none. */
export async function backlogsIn(pool: Pick<Pool, 'query'>): Promise<readonly Backlog[]> {
  const { rows: made } = await pool.query(`select to_regclass('webhooks.delivery') as made`)
  if (made[0]?.made === null) return []
  const { rows } = await pool.query<Record<'endpoint_id' | 'waiting' | 'age' | 'failing', string>>(
    `select endpoint_id, count(delivery.position) as waiting,
       coalesce(extract(epoch from clock_timestamp() - min(added_at)), 0) as age,
       coalesce(extract(epoch from clock_timestamp() - min(since)), 0) as failing
     from webhooks.endpoint
       left join webhooks.delivery using (endpoint_id) left join webhooks.failing using (endpoint_id)
     where is_enabled
     group by endpoint_id`,
  )
  return rows.map(({ endpoint_id, waiting, age, failing }) => ({
    endpointId: endpoint_id,
    waiting: Number(waiting),
    ageSeconds: Number(age),
    failingSeconds: Number(failing),
  }))
}
