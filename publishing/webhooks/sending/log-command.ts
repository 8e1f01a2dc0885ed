import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { dateOption, wholeNumber } from '#kernel/platform/cli/options.ts'
import { onWebhooks } from '../on-webhooks.ts'

const ROWS_AT_ONCE = 1_000

export const logCommand = command(
  'log',
  (declared) =>
    declared
      .description('Prints the attempts to deliver to an endpoint, oldest first, as JSON lines.')
      .requiredOption('--endpoint <id>', 'the id of the endpoint')
      .option('--since <date>', 'from this date-time on', dateOption, new Date(0))
      .option('--limit <number>', 'at most this many, the latest ones', wholeNumber),
  ({ options: { endpoint, since, limit = null } }, { environment, stdout }) =>
    onWebhooks(environment, async ({ pool }) => {
      const client = await pool.connect()
      try {
        const lines = attemptLines(client, [endpoint, since, limit])
        await pipeline(Readable.from(lines), stdout, { end: false })
      } finally {
        client.release()
      }
      return 0
    }),
)

const ATTEMPTS = `
  select * from (
    select webhook_id as "webhookId", type, record, at, attempt, outcome, status,
      duration_ms as "durationMs"
    from webhooks.attempt where endpoint_id = $1 and at >= $2 order by at desc limit $3
  ) as latest order by at`

/** However many there are, a page of them is in memory. */
async function* attemptLines(client: ClientBase, values: readonly unknown[]) {
  await client.query('begin')
  try {
    await client.query(`declare attempts no scroll cursor for ${ATTEMPTS}`, [...values])
    for (let isMore = true; isMore; ) {
      const { rows } = await client.query<object>(`fetch ${ROWS_AT_ONCE} from attempts`)
      yield rows.map((row) => jsonLine(row)).join('')
      isMore = rows.length === ROWS_AT_ONCE
    }
  } finally {
    await client.query('rollback')
  }
}
