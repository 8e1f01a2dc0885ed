import {
  type WebhookEndpointEvent,
  webhookEndpointEvents,
} from '#kernel/events/webhook-endpoint.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { decodeEvents } from '#kernel/platform/event-codec.ts'
import { endpointStream } from '../disable.ts'
import { type Endpoint, endpointFrom } from '../endpoints.ts'
import type { System } from './system.ts'

/** An endpoint with its latest event. */
export interface FoundEndpoint {
  readonly endpoint: Endpoint
  readonly event: WebhookEndpointEvent
}

export async function endpointsIn(system: System): Promise<readonly FoundEndpoint[]> {
  const { rows } = await system.pool.query<{ endpoint_id: string }>(
    'select endpoint_id from webhooks.endpoint order by endpoint_id',
  )
  return Promise.all(rows.map(({ endpoint_id: id }) => endpointNamed(system, id)))
}

export async function endpointNamed(
  { eventStore, vault }: System,
  id: string,
): Promise<FoundEndpoint> {
  const last = { direction: 'backwards', maxCount: 1 } as const
  const stored = await eventStore.readStream(endpointStream(id), last)
  const [recorded] = await decodeEvents(vault, () => webhookEndpointEvents, stored)
  if (recorded === undefined) throw new CommandError(`There is no endpoint ${id}.`)
  return { endpoint: endpointFrom(recorded), event: recorded.event }
}
