import type { EventStoreDBClient } from '@eventstore/db-client'
import type { EventMacs, LogSubscription, StoredEvent } from './event-store.ts'
import type { LogPosition } from './log-position.ts'
import { decodeResponse } from './read-response.ts'
import { openSubscriptionCall, type SubscriptionCall } from './subscription-call.ts'

interface LoneReadingOptions {
  readonly client: EventStoreDBClient
  readonly after: LogPosition
  readonly wanted: Pick<LogSubscription, 'streamPrefixes'>
  readonly macs: EventMacs
}

interface Listener {
  /** A sign of life. */
  readonly heard: () => void
  readonly receive: (event: StoredEvent) => void
  /** After the events that were read already, no event up to this position matches. */
  readonly checkpoint: (position: LogPosition) => void
  /** The store says that it has delivered all events it had. */
  readonly caughtUp: () => void
  readonly drop: (reason: Error) => void
}

/**
 * A subscription of one feed alone. With prefixes the store filters, and reports its position; without,
 * it sends all events.
 */
export function readAlone(
  { client, after, wanted: { streamPrefixes }, macs }: LoneReadingOptions,
  listener: Listener,
): SubscriptionCall {
  return openSubscriptionCall(
    client,
    { after, streamPrefixes, decode: (response) => decodeResponse(response, macs) },
    {
      received({ event, checkpoint, isCaughtUp }) {
        listener.heard()
        if (event !== undefined) listener.receive(event)
        else if (checkpoint !== undefined) listener.checkpoint(checkpoint)
        else if (isCaughtUp === true) listener.caughtUp()
      },
      over: listener.drop,
    },
  )
}
