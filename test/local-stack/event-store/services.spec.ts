// @module-tag embedded-node

import { persistentSubscriptionToStreamSettingsFromDefaults } from '@eventstore/db-client'
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import operations from '@eventstore/db-client/generated/operations_grpc_pb.js'
import persistent from '@eventstore/db-client/generated/persistent_grpc_pb.js'
import projections from '@eventstore/db-client/generated/projections_grpc_pb.js'
import featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import users from '@eventstore/db-client/generated/users_grpc_pb.js'
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js'
import { expect, onTestFinished, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { monitoring } from './client-differences.ts'
import { clientOf, drafted, newStream } from './official-client.ts'

const node = eventStoreNodeForThisFile()

const unary = <Answer>(
  call: (callback: (error: ServiceError | null, answer?: Answer) => void) => unknown,
) =>
  new Promise<Answer>((resolve, reject) => {
    call((error, answer) => (answer === undefined ? reject(error) : resolve(answer)))
  })

test('the node reports its methods and its version', async () => {
  const client = new featureServices.ServerFeaturesClient(host(), credentials.createInsecure())
  onTestFinished(() => client.close())
  const supported = await unary<features.SupportedMethods>((callback) =>
    client.getSupportedMethods(new shared.Empty(), callback),
  )
  const methods = supported
    .getMethodsList()
    .map((method) => [
      `${method.getServiceName()}/${method.getMethodName()}`,
      method.getFeaturesList(),
    ])
  expect(supported.getEventStoreServerVersion()).toBe('24.10.4')
  expect(Object.fromEntries(methods)).toEqual({
    'event_store.client.streams.streams/append': [],
    'event_store.client.streams.streams/batchappend': ['deadline_duration'],
    'event_store.client.streams.streams/read': ['position', 'events'],
    'event_store.client.streams.streams/delete': [],
    'event_store.client.streams.streams/tombstone': [],
    'event_store.client.gossip.gossip/read': [],
    'event_store.client.server_features.serverfeatures/getsupportedmethods': [],
  })
})

const host = () => new URL(node.url).host

test('the node is a cluster of one, and its leader', async () => {
  const client = new gossipServices.GossipClient(host(), credentials.createInsecure())
  onTestFinished(() => client.close())
  const info = await unary<gossip.ClusterInfo>((callback) =>
    client.read(new shared.Empty(), callback),
  )
  const [member, ...others] = info.getMembersList()
  expect(others).toEqual([])
  expect(member?.getState()).toBe(gossip.MemberInfo.VNodeState.LEADER)
  expect(member?.getIsAlive()).toBe(true)
  expect(member?.getHttpEndPoint()?.toObject()).toEqual({
    address: '127.0.0.1',
    port: Number(new URL(node.url).port),
  })
  expect(member?.getInstanceId()?.getString()).toMatch(/^[0-9a-f-]{36}$/)
})

const missing = {
  persistent: persistent.PersistentSubscriptionsService,
  projections: projections.ProjectionsService,
  users: users.UsersService,
  operations: operations.OperationsService,
  monitoring: monitoring.MonitoringService,
}

const missingMethods = Object.values(missing).flatMap((service) =>
  Object.values(service).map(({ path }) => path),
)

test('methods that the node does not have are unimplemented, every one of them', async () => {
  const client = new Client(host(), credentials.createInsecure())
  onTestFinished(() => client.close())
  const asIs = (bytes: Buffer) => bytes
  const codes = await Promise.all(
    missingMethods.map(async (path) => {
      const call = client.makeServerStreamRequest(path, asIs, asIs, Buffer.alloc(0))
      const code = await new Promise((resolve) => {
        call.on('error', ({ code: failed }: ServiceError) => resolve(failed))
        call.on('end', () => resolve(status.OK))
        call.resume()
      })
      return [path, code]
    }),
  )
  expect(codes.length).toBeGreaterThan(30)
  expect(codes.filter(([, code]) => code !== status.UNIMPLEMENTED)).toEqual([])
})

test('calls for persistent subscriptions and projections are unimplemented', async () => {
  const client = clientOf(node.url)
  const settings = persistentSubscriptionToStreamSettingsFromDefaults()
  const attempts = [
    client.createPersistentSubscriptionToStream(newStream(), 'group', settings),
    client.deletePersistentSubscriptionToStream(newStream(), 'group'),
    client.createProjection('sums', 'fromAll()'),
    client.enableProjection('sums'),
  ]
  const refused = { status: 'rejected', reason: { code: status.UNIMPLEMENTED } }
  expect(await Promise.allSettled(attempts)).toMatchObject(attempts.map(() => refused))
})

test.for(['follower', 'readOnlyReplica', 'random', 'leader'])(
  'a client that discovers a cluster and prefers a %s uses the single node',
  async (preference) => {
    const address = node.url.replace('esdb://', 'esdb+discover://')
    const client = clientOf(`${address}&nodePreference=${preference}`)
    const append = client.appendToStream(newStream(), drafted(), {
      expectedRevision: 'no_stream',
      requiresLeader: true,
    })
    expect((await append).nextExpectedRevision).toBe(0n)
  },
)
