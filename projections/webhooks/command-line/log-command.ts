import { command } from '#kernel/platform/cli/command.ts'
import { dateOption } from './date-option.ts'
import { onWebhooks } from './system.ts'

const ROWS = 1_000

export const logCommand = command(
  'log',
  (declared) =>
    declared
      .description('Prints what was tried to deliver to an endpoint, oldest first, as JSON lines.')
      .requiredOption('--endpoint <id>', 'the id of the endpoint')
      .option('--since <date>', 'from this date-time on', dateOption, new Date(0)),
  ({ options: { endpoint, since } }, { environment, stdout }) =>
    onWebhooks(environment, async ({ pool }) => {
      const { rows } = await pool.query<object>(
        `select * from (
           select webhook_id as "webhookId", type, record, at, attempt, outcome, status,
             duration_ms as "durationMs"
           from webhooks.attempt where endpoint_id = $1 and at >= $2 order by at desc limit $3
         ) as latest order by at`,
        [endpoint, since, ROWS],
      )
      for (const row of rows) stdout.write(`${JSON.stringify(row)}\n`)
      return 0
    }),
)
