import {
  BEFORE_THE_LOG,
  type LogPlace,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { withoutForged } from '#kernel/platform/recording/event-codec.ts'
import type { Publication } from '#publishing/events/public-event.ts'
import { sequenceOf } from '#publishing/events/sequence.ts'
import { endpointAfter, isOfEndpoint, type Keys } from './endpoints/endpoint-events.ts'
import { askedTypeOf, companyOf, type WebhookEndpoint } from './endpoints/endpoints.ts'
import { readingsOf } from './readable.ts'
import type { EndpointStandstill, NewDelivery, StoredBatch } from './store/store.ts'

/** The endpoints up to a place of the log, by id. */
export type Endpoints = Map<string, WebhookEndpoint>

export interface DeliveryBatch extends StoredBatch {
  readonly endpoints: readonly WebhookEndpoint[]
}

interface Between {
  readonly before: LogPlace
  readonly upTo: LogPlace
  readonly vault: Keys
  readonly logger: Logger
}

/**
 * The deliveries of a batch of the log. An endpoint receives the events after its own first one. If
 * an event cannot be read, the endpoints that should receive it stand still.
 */
export async function deliveryBatchOf(
  endpoints: Endpoints,
  events: readonly StoredEvent[],
  { before, upTo, vault, logger }: Between,
): Promise<DeliveryBatch> {
  const genuine = withoutForged(events, logger)
  const readings = await readingsOf(vault, genuine)
  const deliveries: NewDelivery[] = []
  const changed = new Map<string, WebhookEndpoint>()
  const standstills: EndpointStandstill[] = []
  let reached = before.lastEvent === undefined ? BEFORE_THE_LOG : placeBehind(before.lastEvent)
  for (const event of genuine) {
    const endpoint = isOfEndpoint(event) ? await endpointAfter(event, vault) : undefined
    if (endpoint !== undefined) {
      endpoints.set(endpoint.id, endpoint)
      changed.set(endpoint.id, endpoint)
    }
    const reading = readings.get(event.position)
    if (endpoint?.failure !== undefined) {
      const { id, failure } = endpoint
      standstills.push({ endpointId: id, reached: placeBehind(event), failure })
    } else if (reading !== undefined && 'failure' in reading) {
      for (const { id } of enabledOf(companyOf(event), endpoints)) {
        standstills.push({ endpointId: id, reached, ...reading })
      }
    } else if (reading !== undefined) {
      deliveries.push(...deliveriesOf(reading, endpoints))
    }
    reached = placeBehind(event)
  }
  reportAll(standstills, logger)
  return { deliveries, endpoints: [...changed.values()], standstills, upTo }
}

const enabledOf = (companyId: string, endpoints: Endpoints) =>
  [...endpoints.values()].filter((one) => one.isEnabled && one.companyId === companyId)

function reportAll(standstills: readonly EndpointStandstill[], logger: Logger) {
  for (const { endpointId, failure } of standstills) {
    logger.error({ endpoint: endpointId, failure }, 'webhooks of an endpoint stand still')
  }
}

/** The deliveries of an event to the endpoints of its company. */
const deliveriesOf = (publication: Publication, endpoints: Endpoints): readonly NewDelivery[] =>
  enabledOf(publication.event.companyId, endpoints).flatMap(
    (endpoint) => deliveryTo(endpoint, publication) ?? [],
  )

/**
 * The delivery of an event to an endpoint of its company; undefined if the endpoint does not ask for
 * it. What is in a state topic alone is no event for others.
 */
export function deliveryTo(
  endpoint: WebhookEndpoint,
  { event, recorded }: Publication,
): NewDelivery | undefined {
  if (event.topic === null || endpoint.companyId !== event.companyId) return undefined
  const type = askedTypeOf(endpoint, event)
  if (type === undefined) return undefined
  return {
    endpointId: endpoint.id,
    position: recorded.position,
    webhookId: recorded.id,
    record: `${event.noun} ${event.key}`,
    type,
    body: payloadOf({ event: { ...event, type }, recorded }),
  }
}

/**
 * The body of a call: the complete public event. `sequence` is the event's number in the history of its
 * record. An event with a lower number than the last one is a repetition, or comes from a replay.
 */
const payloadOf = ({ event, recorded }: Publication): string =>
  JSON.stringify({
    type: event.type,
    timestamp: recorded.metadata.recordedAt,
    companyId: event.companyId,
    subject: event.subject,
    sequence: sequenceOf({ event, recorded }),
    data: event.data,
  })
