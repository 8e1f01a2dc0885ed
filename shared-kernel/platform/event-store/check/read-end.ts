import type { StoreClient } from '../store-client.ts'
import { openSubscriptionCall } from '../subscription-call.ts'

/** No stream has such a name. */
const NOTHING = { streams: ['access-probe'] }

/** Whether the node lets the log be read: it confirms a subscription behind its end, and sends no event. */
export function readEnd(client: StoreClient, requiresLeader = true): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const after = 'end' as const
  const order = { after, filter: NOTHING, requiresLeader, decode: () => undefined }
  const call = openSubscriptionCall(client, order, { received: () => resolve(), over: reject })
  return promise.finally(call.cancel)
}
