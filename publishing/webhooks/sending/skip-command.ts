import type pg from 'pg'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import { onWebhooks } from '../on-webhooks.ts'

export const skipCommand = command(
  'skip',
  (declared) =>
    declared
      .description(
        'Gives up an event that waits for an endpoint, so that the next one of its record is delivered. A replay delivers it again.',
      )
      .requiredOption('--endpoint <id>', 'the id of the endpoint')
      .requiredOption('--webhook-id <id>', 'the webhook-id of the event, from webhooks log'),
  ({ options: { endpoint, webhookId } }, { environment, stdout }) =>
    onWebhooks(environment, async ({ pool }) => {
      if (!(await skip(pool, [endpoint, webhookId]))) {
        throw new CommandError(`No event ${webhookId} waits for endpoint ${endpoint}.`)
      }
      stdout.write(jsonLine({ endpoint, skipped: webhookId }))
      return 0
    }),
)

/**
 * The lock prevents additions in between: the next delivery of the record must become its head. The process
 * that delivers waits for the lock at most 20 s, so a command that is frozen must not keep it as long.
 */
const LOCK = `
  set local lock_timeout = '5s';
  set local idle_in_transaction_session_timeout = '5s';
  lock table webhooks.delivery in share row exclusive mode`

/** False if it does not wait. */
export const skip = (pool: pg.Pool, delivery: readonly [string, string]): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    await client.query(LOCK)
    const { rowCount } = await client.query(SKIP, [...delivery])
    return rowCount === 1
  })

const SKIP = `
  with skipped as (
    delete from webhooks.delivery where endpoint_id = $1 and webhook_id = $2
    returning *
  ), next as (
    update webhooks.delivery set is_head = true
    where (endpoint_id, position) = (
      select endpoint_id, waiting.position
      from webhooks.delivery as waiting join skipped using (endpoint_id, record)
      where waiting.position <> skipped.position
      order by waiting.position limit 1
    )
  ), well as (
    delete from webhooks.failing using skipped
    where failing.endpoint_id = skipped.endpoint_id and not exists (
      select from webhooks.delivery as waiting
      where waiting.endpoint_id = $1 and waiting.position <> skipped.position
    )
  )
  insert into webhooks.attempt
    (endpoint_id, webhook_id, type, record, at, attempt, outcome, status, duration_ms)
  select endpoint_id, webhook_id, type, record, clock_timestamp(), attempts, 'skipped', null, 0
  from skipped`
