import type { handleUnaryCall } from '@grpc/grpc-js'
import type { ServerVersion } from '#kernel/platform/event-store/server-versions.ts'
import { features, type shared } from '#kernel/platform/event-store/store-protocol.ts'

const streamsService = 'event_store.client.streams.streams'

const methods: readonly (readonly [service: string, method: string, features: string[]])[] = [
  [streamsService, 'append', []],
  [streamsService, 'batchappend', ['deadline_duration']],
  [streamsService, 'read', ['position', 'events']],
  [streamsService, 'delete', []],
  [streamsService, 'tombstone', []],
  ['event_store.client.gossip.gossip', 'read', []],
  ['event_store.client.server_features.serverfeatures', 'getsupportedmethods', []],
]

export const getSupportedMethods =
  (version: ServerVersion): handleUnaryCall<shared.Empty, features.SupportedMethods> =>
  (_call, callback) => {
    const list = methods.map(([service, method, supported]) =>
      new features.SupportedMethod()
        .setServiceName(service)
        .setMethodName(method)
        .setFeaturesList(supported),
    )
    callback(
      null,
      new features.SupportedMethods().setEventStoreServerVersion(version).setMethodsList(list),
    )
  }
