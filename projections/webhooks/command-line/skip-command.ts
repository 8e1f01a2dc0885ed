import type pg from 'pg'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { onWebhooks } from './system.ts'

export const skipCommand = command(
  'skip',
  (declared) =>
    declared
      .description(
        'Gives up an event that waits for an endpoint, so that the next one of its record is delivered. A replay brings it again.',
      )
      .requiredOption('--endpoint <id>', 'the id of the endpoint')
      .requiredOption('--webhook-id <id>', 'the webhook-id of the event, from webhooks log'),
  ({ options: { endpoint, webhookId } }, { environment, stdout }) =>
    onWebhooks(environment, async ({ pool }) => {
      if (!(await skip(pool, [endpoint, webhookId]))) {
        throw new CommandError(`No event ${webhookId} waits for endpoint ${endpoint}.`)
      }
      stdout.write(`${JSON.stringify({ endpoint, skipped: webhookId })}\n`)
      return 0
    }),
)

/** The lock keeps out what is added meanwhile: the next of the record must become its head. */
async function skip(pool: pg.Pool, delivery: readonly [string, string]): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin; lock table webhooks.delivery in share row exclusive mode')
    const { rowCount } = await client.query(SKIP, [...delivery])
    await client.query('commit')
    return rowCount === 1
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

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
  )
  insert into webhooks.attempt
    (endpoint_id, webhook_id, type, record, at, attempt, outcome, status, duration_ms)
  select endpoint_id, webhook_id, type, record, clock_timestamp(), attempts, 'skipped', null, 0
  from skipped`
