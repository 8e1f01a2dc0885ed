import { randomUUID } from 'node:crypto'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import { type EventStore, RevisionConflict } from '#kernel/platform/event-store/event-store.ts'
import { encodeEvent } from '#kernel/platform/recording/event-codec.ts'
import { originWithoutRequest } from '#kernel/platform/recording/origin.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { endpointStream } from './endpoint-events.ts'
import type { WebhookEndpoint } from './endpoints.ts'

interface Reason {
  readonly reason: 'failing' | 'gone'
  readonly failingSince: Date
}

interface Log {
  readonly eventStore: Pick<EventStore, 'append'>
  readonly vault: Vault
}

/** Records that an endpoint is disabled. False if it was changed in between: then it stays enabled. */
export async function disableEndpoint(
  { eventStore, vault }: Log,
  { id: endpointId, revision, companyId, url, eventTypes, secrets }: WebhookEndpoint,
  { reason, failingSince }: Reason,
): Promise<boolean> {
  const stream = endpointStream(endpointId)
  const commandId = randomUUID()
  const event = await encodeEvent(vault, {
    family: webhookEndpointEvents,
    event: {
      type: 'WebhookEndpointDisabled',
      data: {
        companyId,
        endpointId,
        url,
        eventTypes: [...eventTypes],
        secrets: [...secrets],
        reason,
        failingSince: failingSince.toISOString(),
      },
    },
    id: eventIdFrom(commandId, stream),
    stream,
    recordedAt: new Date().toISOString(),
    owner: { companyId, purpose: 'company', person: 'company' },
    origin: {
      companyId,
      ...originWithoutRequest({ kind: 'process', id: 'webhooks' }, commandId),
    },
  })
  try {
    await eventStore.append(stream, [event], revision)
    return true
  } catch (error) {
    if (error instanceof RevisionConflict) return false
    throw error
  }
}
