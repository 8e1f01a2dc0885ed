import { command } from '#kernel/platform/cli/command.ts'
import { dateOption } from './date-option.ts'
import { endpointNamed } from './endpoints.ts'
import { onWebhooks } from './system.ts'

export const replayCommand = command(
  'replay',
  (declared) =>
    declared
      .description(
        'Delivers the events of a time again, or the first time to a new endpoint, in the order of each record. The webhook-id is the same as before.',
      )
      .requiredOption('--endpoint <id>', 'the id of the endpoint')
      .requiredOption('--since <date>', 'the date-time of the first event', dateOption),
  ({ options: { endpoint, since } }, { environment, stdout }) =>
    onWebhooks(environment, async (system) => {
      await endpointNamed(system, endpoint)
      const { rows } = await system.pool.query<{ id: string }>(
        `insert into webhooks.replay (endpoint_id, since, position)
         select $1, $2, position from webhooks.place returning id::text`,
        [endpoint, since],
      )
      stdout.write(`${JSON.stringify({ endpoint, since, replay: rows[0]?.id ?? null })}\n`)
      return 0
    }),
)
