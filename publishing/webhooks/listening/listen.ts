import { hash } from 'node:crypto'
import type { System } from '#kernel/platform/cli/connections.ts'
import {
  BEFORE_THE_LOG,
  type LogPlace,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { follow } from '#kernel/platform/event-store/follow.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { withoutForged } from '#kernel/platform/recording/event-codec.ts'
import type { Publication } from '#publishing/events/public-event.ts'
import { streamPrefixes } from '#publishing/events/publish.ts'
import { deliveryTo } from '../deliveries-of.ts'
import type { WebhookEndpoint } from '../endpoints/endpoints.ts'
import { readingsOf } from '../readable.ts'
import type { NewDelivery } from '../store/store.ts'

const AT_ONCE = 100

export interface Listening {
  readonly eventTypes: readonly string[]
  /** Null: of every company. */
  readonly companyId: string | null
  /** Null: from now on. */
  readonly since: Date | null
  readonly url: string
  /** Called with one event after the other, in the order of the log. */
  readonly heard: (endpoint: WebhookEndpoint, delivery: NewDelivery) => Promise<void>
  readonly unreadable: (reason: string) => void
  readonly stop: AbortSignal
}

/** The place in the log that a listener has reached; it outlives the connections to the system. */
export interface Reached {
  place: LogPlace
}

/** Follows the log as an endpoint that is recorded nowhere, until it is stopped or one of `ends` rejects. */
export async function listen(
  system: System,
  listening: Listening,
  { reached, ends }: { readonly reached: Reached; readonly ends: readonly Promise<unknown>[] },
): Promise<void> {
  const { eventStore, vault } = system
  const { stop, unreadable } = listening
  const wanted = {
    name: 'webhooks listen',
    after: reached.place,
    streamPrefixes,
    maxBatch: AT_ONCE,
    async handle(events: readonly StoredEvent[], upTo: LogPlace) {
      const genuine = withoutForged(events, silentLogger)
      for (const reading of (await readingsOf(vault, genuine)).values()) {
        if (stop.aborted) return
        if ('failure' in reading) unreadable(reading.failure)
        else await hear(reading, system, listening, reached)
      }
      if (!stop.aborted) reached.place = upTo
    },
  }
  await follow(eventStore, wanted, { stop, ends })
}

/** The secret of all listeners to one system: it is the same each time. */
export const listenerSecret = ({ vault }: Pick<System, 'vault'>): string =>
  hash('sha256', vault.pseudonym('secret of webhook listeners'), 'base64')

/** Where a listener begins: what is recorded from then on, it hears. */
export async function firstPlace({ eventStore }: System, { since }: Listening): Promise<LogPlace> {
  if (since !== null) return BEFORE_THE_LOG
  return { position: await eventStore.headOfLog(), lastEvent: undefined }
}

async function hear(
  publication: Publication,
  system: System,
  { companyId, eventTypes, heard, since, stop, url }: Listening,
  reached: Reached,
) {
  const { event, recorded } = publication
  // A batch that was interrupted comes again.
  if (recorded.position <= reached.place.position) return
  if (since !== null && Date.parse(recorded.metadata.recordedAt) < since.getTime()) return
  const endpoint: WebhookEndpoint = {
    id: 'listener',
    revision: 0n,
    companyId: companyId ?? event.companyId,
    url,
    eventTypes,
    secrets: [listenerSecret(system)],
    isEnabled: true,
    isGivenUp: false,
  }
  const delivery = deliveryTo(endpoint, publication)
  if (delivery !== undefined) await heard(endpoint, delivery)
  if (!stop.aborted) reached.place = placeBehind(recorded)
}
