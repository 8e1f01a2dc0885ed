import type { EventMacs, LogPlace, LogSubscription, StoredEvent } from './event-store.ts'
import { type LogPosition, START_OF_LOG } from './log-position.ts'
import { decodingOf, filterOf } from './neighbours.ts'
import { decodeResponse } from './read-response.ts'
import type { StoreClient } from './store-client.ts'
import { openSubscriptionCall, type SubscriptionCall } from './subscription-call.ts'

interface LoneReadingOptions {
  readonly client: StoreClient
  readonly after: LogPlace
  readonly wanted: Pick<LogSubscription, 'streamPrefixes' | 'withNeighbours'>
  readonly macs: EventMacs
}

interface Listener {
  /** A sign of life. */
  readonly heard: () => void
  /** An event with its size. */
  readonly receive: (event: StoredEvent, bytes: number) => void
  /** After the events that were read already, no event up to this position matches. */
  readonly checkpoint: (position: LogPosition) => void
  /** The store says that it has delivered all events it had. */
  readonly caughtUp: () => void
  readonly drop: (reason: Error) => void
}

/**
 * A subscription of one feed alone. The store filters, and reports its position; it sends all events only
 * to who asks for those of other programs.
 *
 * It begins behind the last event of ours, and passes over what is not behind the place itself: a store
 * that has deleted the event at a position resumes, up to 23.10, behind the next one.
 */
export function readAlone(
  { client, after, wanted, macs }: LoneReadingOptions,
  listener: Listener,
): SubscriptionCall {
  const decoding = decodingOf(macs, wanted)
  const decode = (bytes: Buffer) => ({
    ...decodeResponse(bytes, decoding),
    bytes: bytes.length,
  })
  const { lastEvent } = after
  // A place that somebody set back on purpose keeps a last event that is ahead of it.
  const isBefore = lastEvent !== undefined && lastEvent.position <= after.position
  const isOurs = isBefore && macs.isNamedAsOurs(lastEvent.stream)
  const behind = isOurs ? lastEvent.position : START_OF_LOG
  let before: LogPosition | undefined
  return openSubscriptionCall(
    client,
    { after: behind, filter: filterOf(macs, wanted), decode },
    {
      received({ event, checkpoint, checkpointBefore, isCaughtUp, bytes }) {
        listener.heard()
        let passed = checkpoint
        if (checkpointBefore !== undefined && checkpointBefore !== before) {
          // What stood at the one before it has been sent by now.
          passed = before
          before = checkpointBefore
        }
        if (isCaughtUp === true) listener.caughtUp()
        else if (event !== undefined && event.position > after.position)
          listener.receive(event, bytes)
        else if (passed !== undefined && passed > after.position) listener.checkpoint(passed)
      },
      over: listener.drop,
    },
  )
}
