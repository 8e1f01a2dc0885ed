import { command } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { backlogsIn } from '#kernel/platform/webhooks/backlogs.ts'
import { onWebhooks } from '../on-webhooks.ts'
import { endpointsIn } from './endpoint-named.ts'

export const listCommand = command(
  'list',
  (declared) =>
    declared.description(
      'Lists the endpoints with their waiting events, and the replays that have not ended.',
    ),
  (_, { environment, stdout }) =>
    onWebhooks(environment, async (system) => {
      const backlogs = await backlogsIn(system.pool)
      const replays = await requestedReplays(system)
      for (const endpoint of await endpointsIn(system)) {
        const { id, companyId, url, eventTypes, isEnabled, secrets } = endpoint
        const backlog = backlogs.find(({ endpointId }) => endpointId === id)
        const { waiting = 0, refused = 0, ageSeconds = 0, failure = null } = backlog ?? {}
        const shown = { id, companyId, url, eventTypes, isEnabled, secrets: secrets.length }
        const asked = (replays.get(id) ?? []).map(shownReplay)
        const line = { ...shown, waiting, refused, ageSeconds, failure, replays: asked }
        stdout.write(jsonLine(line))
      }
      return 0
    }),
)

interface RequestedReplay {
  readonly endpoint: string
  readonly replay: string
  readonly since: Date
  readonly failure: string | null
}

/** The replays that an operator has requested and that have not ended, by endpoint. */
async function requestedReplays({ pool }: System) {
  const { rows } = await pool.query<RequestedReplay>(
    `select endpoint_id as endpoint, id::text as replay, since, failure from webhooks.replay
     where since > '-infinity' order by id`,
  )
  return Map.groupBy(rows, ({ endpoint }) => endpoint)
}

const shownReplay = ({ replay, since, failure }: RequestedReplay) => ({ replay, since, failure })
