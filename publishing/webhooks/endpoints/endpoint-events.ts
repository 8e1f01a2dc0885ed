import { categoryOf } from '#kernel/events/category-of.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { decodeEvents, withoutForged } from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { failureOf } from '../readable.ts'
import { companyOf, endpointFrom, unreadableEndpoint, type WebhookEndpoint } from './endpoints.ts'

export type Keys = Pick<Vault, 'keys' | 'keyOf' | 'pseudonym'>

/** Each event of an endpoint carries the whole of it, so mostly the last ones are enough. */
const CHANGES_AT_ONCE = 50

export const endpointStream = (endpointId: string): string =>
  `${webhookEndpointEvents.category}-${endpointId}`

export const isOfEndpoint = ({ stream }: StoredEvent): boolean =>
  categoryOf(stream) === webhookEndpointEvents.category

/** The events of an endpoint that Sarraf wrote, the latest first. */
export async function* changesOf(
  { readStream }: Pick<EventStore, 'readStream'>,
  id: string,
  logger: Logger,
): AsyncIterable<StoredEvent> {
  const read = { direction: 'backwards', maxCount: CHANGES_AT_ONCE } as const
  let page = await readStream(endpointStream(id), read)
  for (;;) {
    yield* withoutForged(page, logger)
    const first = page.at(-1)
    if (first === undefined || first.revision === 0n) return
    page = await readStream(endpointStream(id), { ...read, from: first.revision - 1n })
  }
}

/**
 * The endpoint after an event of its stream; undefined if the event does not say how it is. One whose
 * event cannot be read gets nothing.
 */
export async function endpointAfter(
  event: StoredEvent,
  vault: Keys,
): Promise<WebhookEndpoint | undefined> {
  try {
    const [recorded] = await decodeEvents(vault, () => webhookEndpointEvents, [event])
    return recorded && endpointFrom(recorded)
  } catch (error) {
    const id = event.stream.slice(endpointStream('').length)
    const { revision } = event
    return unreadableEndpoint({ id, companyId: companyOf(event), revision }, failureOf(error))
  }
}
