import type { Pool } from 'pg'

/** What waits for an endpoint, in the words of the gauges. */
export interface Backlog {
  readonly endpointId: string
  readonly isEnabled: boolean
  /** It is disabled because it failed for days or answered 410. */
  readonly isGivenUp: boolean
  readonly waiting: number
  /** Records whose next event was tried and not accepted. */
  readonly refused: number
  /** Of the oldest delivery. */
  readonly ageSeconds: number
  /** Since the first of the failures that no success has followed. */
  readonly failingSeconds: number
  /** Why it receives nothing: an event cannot be read. */
  readonly failure: string | null
}

/**
 * What waits for each endpoint, or for these; of one for which nothing waits, none. Without the tables, or the right to
 * see them, nothing.
 */
export async function backlogsIn(
  pool: Pick<Pool, 'query'>,
  endpointIds?: readonly string[],
): Promise<readonly Backlog[]> {
  if (!(await hasFigures(pool))) return []
  const { rows } = await pool.query<BacklogRow>(
    `select endpoint_id, is_enabled, is_given_up, count(delivery.position) as waiting,
       count(delivery.position) filter (where is_head and attempts > 0) as refused,
       coalesce(extract(epoch from clock_timestamp() - min(added_at)), 0) as age,
       coalesce(extract(epoch from clock_timestamp() - min(since)), 0) as failing,
       (select min(failure) from webhooks.replay where replay.endpoint_id = endpoint.endpoint_id)
         as failure
     from webhooks.endpoint
       left join webhooks.delivery using (endpoint_id) left join webhooks.failing using (endpoint_id)
     where $1::text[] is null or endpoint_id = any($1)
     group by endpoint_id`,
    [endpointIds ?? null],
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

/** The standard's view names only what the role may use. All figures are granted together. */
export async function hasFigures(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from information_schema.columns
     where table_schema = 'webhooks' and table_name = 'place' and column_name = 'position'`,
  )
  return rowCount !== 0
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

/** While nothing is sent, nothing is late. */
export const lateSeconds = ({ isEnabled, ageSeconds }: Backlog) => (isEnabled ? ageSeconds : 0)

export const refusingSeconds = ({ isEnabled, failingSeconds }: Backlog) =>
  isEnabled ? failingSeconds : 0

/** The limits of the alerts on webhooks. */
export const WEBHOOK_LIMITS = { lateSeconds: 3600, refusingSeconds: 900 } as const

export type WebhookTrouble = 'disabled' | 'standsStill' | 'fails' | 'behind'

/** What somebody must act on, by the rules of the alerts; null if nobody must. */
export function webhookTrouble(backlog: Backlog): WebhookTrouble | null {
  if (backlog.isGivenUp) return 'disabled'
  if (backlog.failure !== null) return 'standsStill'
  if (refusingSeconds(backlog) > WEBHOOK_LIMITS.refusingSeconds) return 'fails'
  return lateSeconds(backlog) > WEBHOOK_LIMITS.lateSeconds ? 'behind' : null
}
