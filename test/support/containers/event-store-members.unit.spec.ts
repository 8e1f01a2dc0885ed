import { expect, test } from 'vitest'
import { eventStoreUrl } from '../event-store-url.ts'
import { environmentOf } from './event-store-members.ts'

const one = { name: 'node1', port: 30_001 }
const two = { name: 'node2', port: 30_002 }
const three = { name: 'node3', port: 30_003 }
const cluster = [one, two, three]

test('a single node looks for no other nodes and advertises no address', () => {
  expect(environmentOf(one, [one])).toEqual({
    EVENTSTORE_CLUSTER_SIZE: '1',
    EVENTSTORE_INSECURE: 'true',
    EVENTSTORE_RUN_PROJECTIONS: 'None',
    EVENTSTORE_TELEMETRY_OPTOUT: 'true',
  })
})

test('a member of a cluster seeks the others on their network', () => {
  expect(cluster.map((member) => environmentOf(member, cluster)['EVENTSTORE_GOSSIP_SEED'])).toEqual(
    ['node2:2113,node3:2113', 'node1:2113,node3:2113', 'node1:2113,node2:2113'],
  )
  expect(environmentOf(two, cluster)).toMatchObject({
    EVENTSTORE_CLUSTER_SIZE: '3',
    EVENTSTORE_DISCOVER_VIA_DNS: 'false',
  })
})

test('other members know it by its name, clients by its port on this machine', () => {
  expect(environmentOf(two, cluster)).toMatchObject({
    EVENTSTORE_NODE_HOST_ADVERTISE_AS: 'node2',
    EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: 'node2',
    EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS: '127.0.0.1',
    EVENTSTORE_ADVERTISE_NODE_PORT_TO_CLIENT_AS: '30002',
  })
})

test('the client is given every node', () => {
  expect(eventStoreUrl(30_001)).toBe('esdb://127.0.0.1:30001?tls=false')
  expect(eventStoreUrl(30_001, 30_002, 30_003)).toBe(
    'esdb://127.0.0.1:30001,127.0.0.1:30002,127.0.0.1:30003?tls=false',
  )
})
