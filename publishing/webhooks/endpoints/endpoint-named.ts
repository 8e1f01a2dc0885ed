import {
  type WebhookEndpointEvent,
  webhookEndpointEvents,
} from '#kernel/events/webhook-endpoint.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { failureOf } from '../readable.ts'
import { changesOf, endpointAfter } from './endpoint-events.ts'
import { endpointFrom, type WebhookEndpoint } from './endpoints.ts'

/** An endpoint with its latest event. */
export interface FoundEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly event: WebhookEndpointEvent
}

export async function endpointsIn(system: System): Promise<readonly WebhookEndpoint[]> {
  const { rows } = await system.pool.query<{ endpoint_id: string }>(
    'select endpoint_id from webhooks.endpoint order by endpoint_id',
  )
  const endpoints = await Promise.all(
    rows.map(async ({ endpoint_id: id }) => {
      const latest = await latestOf(system, id)
      return latest && endpointAfter(latest, system.vault)
    }),
  )
  return endpoints.filter((endpoint) => endpoint !== undefined)
}

export async function endpointNamed(system: System, id: string): Promise<FoundEndpoint> {
  const latest = await latestOf(system, id)
  if (latest === undefined) throw new CommandError(`There is no endpoint ${id}.`)
  const { event, recorded } = await opened(system, latest)
  return { endpoint: endpointFrom(recorded), event }
}

async function opened({ vault }: System, latest: StoredEvent) {
  try {
    const [recorded] = await decodeEvents(vault, () => webhookEndpointEvents, [latest])
    if (recorded !== undefined) return { recorded, event: recorded.event }
  } catch (error) {
    throw new CommandError(`${latest.stream} cannot be read: ${failureOf(error)}.`)
  }
  throw new CommandError(`${latest.stream} cannot be read: ${latest.type} is not known.`)
}

async function latestOf({ eventStore }: System, id: string) {
  for await (const event of changesOf(eventStore, id, silentLogger)) return event
  return undefined
}
