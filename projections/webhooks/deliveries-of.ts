import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import { categoryOf, decodeEvents, withoutForged } from '#kernel/platform/event-codec.ts'
import type {
  LogPlace,
  PlacedEvent,
  StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { Publication } from '#projections/public-events/public-event.ts'
import { publicationsOf } from '#projections/public-events/publish.ts'
import { type Endpoint, endpointFrom, wants } from './endpoints.ts'
import { payloadOf } from './payload.ts'
import type { Batch, NewDelivery } from './store/store.ts'

export type Keys = Pick<Vault, 'keys' | 'keyOf' | 'pseudonym'>

/** The endpoints up to a place of the log, by id. */
export type Endpoints = Map<string, Endpoint>

/** Applies the events of endpoints; returns the ids of those that changed. */
export async function changeEndpoints(
  endpoints: Endpoints,
  stored: readonly PlacedEvent[],
  vault: Keys,
): Promise<readonly string[]> {
  const own = stored.filter(({ stream }) => isOfEndpoint(stream))
  const changed: string[] = []
  for (const recorded of await decodeEvents(vault, () => webhookEndpointEvents, own)) {
    const endpoint = endpointFrom(recorded)
    endpoints.set(endpoint.id, endpoint)
    changed.push(endpoint.id)
  }
  return changed
}

const isOfEndpoint = (stream: string) => categoryOf(stream) === webhookEndpointEvents.category

export interface Brought extends Batch {
  readonly endpoints: readonly Endpoint[]
}

/** What a batch of the log brings. An endpoint gets the events that come after its own first one. */
export async function broughtBy(
  endpoints: Endpoints,
  events: readonly StoredEvent[],
  {
    upTo,
    vault,
    logger,
  }: { readonly upTo: LogPlace; readonly vault: Keys; readonly logger: Logger },
): Promise<Brought> {
  const genuine = withoutForged(events, logger)
  const published = await publicationsOf(vault, genuine)
  const deliveries: NewDelivery[] = []
  const changed = new Set<string>()
  let next = 0
  const deliverUpTo = (isBefore: (publication: Publication) => boolean) => {
    for (; next < published.length; next++) {
      const publication = published[next]
      if (publication === undefined || !isBefore(publication)) return
      deliveries.push(...deliveriesOf(publication, endpoints))
    }
  }
  for (const own of genuine.filter(({ stream }) => isOfEndpoint(stream))) {
    deliverUpTo(({ recorded }) => recorded.position < own.position)
    for (const id of await changeEndpoints(endpoints, [own], vault)) changed.add(id)
  }
  deliverUpTo(() => true)
  const endpointsNow = [...changed].map((id) => endpoints.get(id))
  return { deliveries, endpoints: endpointsNow.filter((one) => one !== undefined), upTo }
}

/** What an event brings for the endpoints of its company. */
const deliveriesOf = (publication: Publication, endpoints: Endpoints): readonly NewDelivery[] =>
  [...endpoints.values()]
    .filter((endpoint) => endpoint.isEnabled && isFor(endpoint, publication))
    .map((endpoint) => deliveryOf(publication, endpoint))

/** Whether the endpoint asks for the event. What is in a state topic alone is no event for others. */
export const isFor = (endpoint: Endpoint, { event }: Publication): boolean =>
  event.topic !== null && endpoint.companyId === event.companyId && wants(endpoint, event.type)

export function deliveryOf(publication: Publication, { id }: Endpoint): NewDelivery {
  const { event, recorded } = publication
  return {
    endpointId: id,
    position: recorded.position,
    webhookId: recorded.id,
    record: `${event.noun} ${event.key}`,
    type: event.type,
    body: payloadOf(publication),
  }
}
