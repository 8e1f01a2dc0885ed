import type { ClientBase } from 'pg'
import type { AttemptLog } from './store.ts'

const KEPT_DAYS = 30

export const attemptLog = (client: ClientBase): AttemptLog => ({
  async removeOldAttempts() {
    await client.query(
      `delete from webhooks.attempt using webhooks.endpoint
       where attempt.endpoint_id = endpoint.endpoint_id
         and attempt.at < clock_timestamp() - $1 * interval '1 day'`,
      [KEPT_DAYS],
    )
  },
})

/** Parameters: 1 endpoint, 3 webhook id, 4 type, 5 record, 6 number, 7 outcome, 8 status, 9 duration. */
export const KEEP_ATTEMPT = `
  insert into webhooks.attempt
    (endpoint_id, webhook_id, type, record, at, attempt, outcome, status, duration_ms)
  values ($1, $3, $4, $5, clock_timestamp(), $6, $7, $8, $9)`
