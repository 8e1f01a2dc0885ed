import type { EventMacs, StoredEvent } from './event-store.ts'
import { START_OF_LOG } from './log-position.ts'
import type { LogFilter } from './log-request.ts'
import { startPatience } from './patience.ts'
import { type Announced, decodeResponse } from './read-response.ts'
import type { StoreClient } from './store-client.ts'
import { openSubscriptionCall } from './subscription-call.ts'

export interface FilteredRead {
  /** Of an event that is not wanted the content is not looked at. */
  readonly isWanted: (event: Announced) => boolean
  readonly take: (event: StoredEvent) => void
}

interface Reading {
  readonly client: StoreClient
  readonly macs: EventMacs
  /** How long the store may be silent. */
  readonly timeoutMs: number
  /** Ends it early, with the reason as its error. */
  readonly signal?: AbortSignal
}

/**
 * All events that match, the store's own included. A subscription, which the store ends with a mark: it
 * says how far it is while nothing matches, and a read does not.
 */
export function readFiltered(
  { client, macs, timeoutMs, signal }: Reading,
  filter: LogFilter,
  { isWanted, take }: FilteredRead,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const patience = startPatience(client, timeoutMs, reject)
  const stop = () => reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  const decoding = { macs, isWanted }
  const order = {
    after: START_OF_LOG,
    filter,
    decode: (bytes: Buffer) => decodeResponse(bytes, decoding),
  }
  const call = openSubscriptionCall(client, order, {
    received: ({ event, isCaughtUp }) => {
      patience.heard()
      if (event !== undefined) take(event)
      if (isCaughtUp === true) resolve()
    },
    over: reject,
  })
  return promise.finally(() => {
    patience.stop()
    signal?.removeEventListener('abort', stop)
    call.cancel()
  })
}
