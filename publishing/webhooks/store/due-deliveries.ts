import type { ClientBase } from 'pg'
import { parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Attempted, DeliveryFailure, Due, FailingFor } from './store.ts'

const ATTEMPTS_KEPT_DAYS = 30

type Records = Iterable<string>

export const dueDeliveries = (client: ClientBase) => ({
  /**
   * The heads of an endpoint that may be sent now, oldest first, except those of some records. An event
   * that a replay has not reached yet waits for it.
   */
  async due(endpointId: string, except: Records, limit: number): Promise<readonly Due[]> {
    const { rows } = await client.query<DueRow>({
      name: 'due deliveries',
      text: DUE,
      values: [endpointId, [...except], limit],
    })
    return rows.map(dueFrom)
  },

  /** The newest of them that was never tried; none while a replay runs, which keeps the log's order. */
  async untried(endpointId: string, except: Records): Promise<Due | undefined> {
    const { rows } = await client.query<DueRow>({
      name: 'untried delivery',
      text: UNTRIED,
      values: [endpointId, [...except]],
    })
    return rows.map(dueFrom)[0]
  },

  /**
   * In how many milliseconds the next delivery may be sent; undefined if none waits. While a replay
   * runs, one second, because the replay may have reached a delivery by then.
   */
  async nextInMs(endpointId: string, except: Records): Promise<number | undefined> {
    const { rows } = await client.query<{ ms: number | null }>({
      name: 'next delivery',
      text: NEXT_IN_MS,
      values: [endpointId, [...except], WHILE_HELD_MS],
    })
    return rows[0]?.ms ?? undefined
  },

  /** The next delivery of the record takes its place. */
  async delivered(delivery: Due, attempted: Attempted): Promise<void> {
    await client.query({
      name: 'delivered',
      text: DELIVERED,
      values: attemptValues(delivery, attempted),
    })
  },

  /** Zero where it is no failure of the endpoint. */
  async failed(
    delivery: Due,
    attempted: Attempted,
    { pauseMs, isOfEndpoint }: DeliveryFailure,
  ): Promise<FailingFor> {
    const { rows } = await client.query<FailingFor>({
      name: 'failed delivery',
      text: FAILED,
      values: [...attemptValues(delivery, attempted), pauseMs, isOfEndpoint],
    })
    return rows[0] ?? { ms: 0, triedMs: 0 }
  },

  /** Excludes the time since the last attempts, in which no process ran, from the failing time. */
  async leaveOutDowntime(): Promise<void> {
    await client.query(
      `update webhooks.failing
       set untried = untried + (clock_timestamp() - last_at), last_at = clock_timestamp()`,
    )
  },

  async removeOldAttempts(): Promise<void> {
    await client.query(
      `delete from webhooks.attempt using webhooks.endpoint
       where attempt.endpoint_id = endpoint.endpoint_id
         and attempt.at < clock_timestamp() - $1 * interval '1 day'`,
      [ATTEMPTS_KEPT_DAYS],
    )
  },
})

/** Parameters: 1 endpoint, 3 webhook id, 4 type, 5 record, 6 number, 7 outcome, 8 status, 9 duration. */
const KEEP_ATTEMPT = `
  insert into webhooks.attempt
    (endpoint_id, webhook_id, type, record, at, attempt, outcome, status, duration_ms)
  values ($1, $3, $4, $5, clock_timestamp(), $6, $7, $8, $9)`

/** How often the position of a replay is read while deliveries wait for it. */
const WHILE_HELD_MS = 1_000

interface DueRow {
  readonly endpoint_id: string
  readonly position: string
  readonly webhook_id: string
  readonly record: string
  readonly type: string
  readonly body: string
  readonly attempts: number
}

const dueFrom = ({ endpoint_id, position, webhook_id, ...rest }: DueRow): Due => ({
  ...rest,
  endpointId: endpoint_id,
  position: parseLogPosition(position),
  webhookId: webhook_id,
})

const attemptValues = (
  { endpointId, position, webhookId, type, record, attempts }: Due,
  { outcome, status, durationMs }: Attempted,
) => [
  endpointId,
  position.toString(),
  webhookId,
  type,
  record,
  attempts + 1,
  outcome,
  status,
  Math.round(durationMs),
]

/** An instant that is the same for the whole statement can be looked up in an index. */
const DUE_HEADS = `
  select endpoint_id, position::text, webhook_id, record, type, body, attempts
  from webhooks.delivery
  where endpoint_id = $1 and is_head and next_at <= statement_timestamp()
    and record <> all ($2::text[])`

/**
 * While a replay runs, only deliveries up to its position are due. Otherwise a later event of a record
 * would precede the events that the replay still adds. Many deliveries may wait, so a separate index
 * finds those up to the position.
 */
const DUE = `
  with replaying as (
    select min(position) as reached from webhooks.replay where endpoint_id = $1
  )
  (${DUE_HEADS} and (select reached from replaying) is null order by delivery.next_at limit $3)
  union all
  (${DUE_HEADS} and delivery.position <= (select reached from replaying)
    order by delivery.position limit $3)`

const UNTRIED = `
  ${DUE_HEADS} and attempts = 0
    and not exists (select from webhooks.replay where endpoint_id = $1)
  order by next_at desc limit 1`

const NEXT_IN_MS = `
  select coalesce(
    (select $3::float8 from webhooks.replay where endpoint_id = $1 limit 1),
    (
      select extract(epoch from min(next_at) - clock_timestamp())::float8 * 1000
      from webhooks.delivery
      where endpoint_id = $1 and is_head and record <> all ($2::text[])
    )
  ) as ms`

/** If a replay has put earlier events before this one while it was sent, it is sent again after them. */
const DELIVERED = `
  with kept as (${KEEP_ATTEMPT}),
  gone as (delete from webhooks.delivery where endpoint_id = $1 and position = $2 and is_head),
  well as (delete from webhooks.failing where endpoint_id = $1)
  update webhooks.delivery set is_head = true
  where (endpoint_id, position) = (
    select endpoint_id, position from webhooks.delivery
    where endpoint_id = $1 and record = $5 and position <> $2
    order by position limit 1
  )`

/** A delivery that was skipped during its attempt does not count as a failure, which no success would end. */
const FAILED = `
  with kept as (${KEEP_ATTEMPT}),
  later as (
    update webhooks.delivery
    set attempts = $6, next_at = clock_timestamp() + $10 * interval '1 millisecond'
    where endpoint_id = $1 and position = $2
    returning endpoint_id
  )
  insert into webhooks.failing (endpoint_id, since) select endpoint_id, clock_timestamp() from later where $11
  on conflict (endpoint_id) do update set last_at = clock_timestamp()
  returning extract(epoch from clock_timestamp() - since)::float8 * 1000 as ms,
    extract(epoch from clock_timestamp() - since - untried)::float8 * 1000 as "triedMs"`
