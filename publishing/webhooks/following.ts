import {
  type EventStore,
  type LogPlace,
  type LogSubscription,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { follow, type Until } from '#kernel/platform/event-store/follow.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { streamPrefixes } from '#publishing/events/publish.ts'
import { type DeliveryBatch, deliveryBatchOf, type Endpoints } from './deliveries-of.ts'
import { endpointStream, type Keys } from './endpoints/endpoint-events.ts'
import type { DeliveryStore } from './store/open-store.ts'

const MAX_BATCH = 500
const KEEP_PLACE_EVERY_MS = 60_000

export interface WebhookFollowing {
  readonly store: DeliveryStore
  readonly eventStore: Pick<EventStore, 'subscribe'>
  readonly vault: Keys
  readonly logger: Logger
  readonly endpoints: Endpoints
  readonly place: LogPlace
  /** A batch has been added. */
  readonly added: (batch: DeliveryBatch) => void
}

/** Follows the log behind a place and adds the deliveries for the endpoints. */
export const followLog = (following: WebhookFollowing, until: Until): Promise<void> =>
  following.endpoints.size === 0 ? awaitEndpoint(following, until) : followEvents(following, until)

function followEvents({ added, eventStore, ...following }: WebhookFollowing, until: Until) {
  const { endpoints, logger, store, vault } = following
  let reached = following.place
  const wanted: LogSubscription = {
    name: 'webhooks',
    after: reached,
    streamPrefixes: [...streamPrefixes, endpointStream('')],
    maxBatch: MAX_BATCH,
    reached: () => reached.position,
    async handle(events: readonly StoredEvent[], upTo: LogPlace) {
      if (upTo.position <= reached.position) return
      const fresh = events.filter(({ position }) => position > reached.position)
      const batch = await deliveryBatchOf(endpoints, fresh, {
        before: reached,
        upTo,
        vault,
        logger,
      })
      await store.add(batch)
      reached = upTo
      added(batch)
    },
  }
  return follow(eventStore, wanted, until)
}

/** Until there is an endpoint, reads only events of endpoints. Ends with the first of them. */
function awaitEndpoint(following: WebhookFollowing, until: Until) {
  const { endpoints, eventStore, logger, place, store, vault } = following
  const found = Promise.withResolvers<void>()
  let reached = place
  let keptAt = Number.NEGATIVE_INFINITY
  const wanted: LogSubscription = {
    name: 'webhooks',
    after: place,
    streamPrefixes: [endpointStream('')],
    maxBatch: MAX_BATCH,
    reached: () => reached.position,
    async handle(events, upTo) {
      if (endpoints.size > 0) return
      for (const event of events) {
        // Later events of other streams were not read, so the place moves only to this event.
        const batch = await deliveryBatchOf(endpoints, [event], {
          before: reached,
          upTo: placeBehind(event),
          vault,
          logger,
        })
        if (batch.endpoints.length === 0) continue
        await store.add(batch)
        return found.resolve()
      }
      reached = upTo
      if (performance.now() - keptAt < KEEP_PLACE_EVERY_MS) return
      keptAt = performance.now()
      await store.add({ deliveries: [], endpoints: [], standstills: [], upTo })
    },
  }
  return follow(eventStore, wanted, { ...until, ends: [...(until.ends ?? []), found.promise] })
}
