import { command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { dateOption } from '#kernel/platform/cli/options.ts'
import { endpointNamed } from '../endpoints/endpoint-named.ts'
import { onWebhooks } from '../on-webhooks.ts'

export const replayCommand = command(
  'replay',
  (declared) =>
    declared
      .description(
        'Delivers the events of a time again, or the first time to a new endpoint, in the order of each record. The webhook-id is the same as before. For an endpoint that is disabled it waits until that is enabled.',
      )
      .requiredOption('--endpoint <id>', 'the id of the endpoint')
      .requiredOption('--since <date>', 'the date-time of the first event', dateOption),
  ({ options: { endpoint, since } }, { environment, stdout }) =>
    onWebhooks(environment, async (system) => {
      const { isEnabled } = (await endpointNamed(system, endpoint)).endpoint
      const { rows } = await system.pool.query<{ replay: string }>(
        `insert into webhooks.replay (endpoint_id, since, position) values ($1, $2, 0)
         returning id::text as replay`,
        [endpoint, since],
      )
      stdout.write(jsonLine({ endpoint, since, isEnabled, ...rows[0] }))
      return 0
    }),
)
