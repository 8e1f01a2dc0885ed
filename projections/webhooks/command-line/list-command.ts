import { command } from '#kernel/platform/cli/command.ts'
import { backlogsIn } from '../store/backlogs.ts'
import { endpointsIn } from './endpoints.ts'
import { onWebhooks } from './system.ts'

export const listCommand = command(
  'list',
  (declared) => declared.description('Lists the endpoints with what waits for them.'),
  (_, { environment, stdout }) =>
    onWebhooks(environment, async (system) => {
      const backlogs = await backlogsIn(system.pool)
      for (const endpoint of await endpointsIn(system)) {
        const { id, companyId, url, eventTypes, isEnabled, secrets } = endpoint
        const backlog = backlogs.find(({ endpointId }) => endpointId === id)
        const { waiting = 0, ageSeconds = 0, failure = null } = backlog ?? {}
        const shown = { id, companyId, url, eventTypes, isEnabled, secrets: secrets.length }
        stdout.write(`${JSON.stringify({ ...shown, waiting, ageSeconds, failure })}\n`)
      }
      return 0
    }),
)
