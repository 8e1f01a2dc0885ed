// @module-tag embedded-node

import { expect, test } from 'vitest'
import type { ClusterMember } from '#stack/event-store/protocol/gossip.ts'
import { databaseForThisTest } from '#test/support/database.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { placeForStacks } from '#test/support/running-stack.ts'
import { check } from './checked.ts'

/** A node whose gossip describes these, behind an address of a cluster. */
async function clusterOf(...described: readonly Partial<ClusterMember>[]) {
  const node = await embeddedNodeForThisTest({
    members: () => described.map((given) => Object.assign(itself(node.port), given)),
  })
  return eventStoreUrl(node.port, node.port)
}

const itself = (port: number) => ({ host: '127.0.0.1', port, isLeader: false, isAlive: true })
const unknownName = { host: 'node-1.store.invalid', port: 2113 }
const unresolved = 'node-1.store.invalid:2113: its name cannot be resolved here'

test('a cluster that is well is that', async () => {
  const url = await clusterOf({ isLeader: true })
  const { trouble, fine, exitCode } = await check(url)
  expect([trouble, exitCode]).toEqual([[], 0])
  expect(fine).toEqual(
    expect.arrayContaining([
      'leader',
      'right to read',
      'right to read streams',
      'right to read metadata',
      'right to write',
      'right to write metadata',
      'colliding streams',
      'whole streams',
    ]),
  )
})

test('the leader’s name is known in the network of the server only', async () => {
  const url = await clusterOf({ ...unknownName, isLeader: true })
  const { trouble, exitCode } = await check(url)
  expect(trouble).toContain(`fault: advertised address ${unresolved}`)
  expect(trouble.join('\n')).not.toContain('no leader')
  expect(exitCode).toBe(1)
})

test('a follower’s name is unknown: the leader answers, until it is another one', async () => {
  const url = await clusterOf({ isLeader: true }, unknownName)
  const { trouble, fine, exitCode } = await check(url)
  expect(trouble).toEqual([`fault: advertised address ${unresolved}`])
  expect(fine).toContain('right to write')
  expect(exitCode).toBe(1)
})

test('nodes that are up and elect a leader, and one that is down', async () => {
  const url = await clusterOf({}, { ...unknownName, isAlive: false })
  const { trouble } = await check(url)
  expect(trouble).toEqual(
    expect.arrayContaining([
      expect.stringContaining('fault: leader: the cluster has no leader'),
      'warning: node node-1.store.invalid:2113: the cluster calls it dead',
    ]),
  )
  expect(trouble.join('\n')).not.toContain('cannot be resolved')
})

test('a start that waits names the advertised name, and not an election', async () => {
  const url = await clusterOf({ ...unknownName, isLeader: true })
  const place = await placeForStacks()
  const databaseUrl = await databaseForThisTest()
  const stack = place.launch({ DATABASE_URL: databaseUrl, EVENTSTORE_URL: url, DEMO: 'false' })
  await expect
    .poll(stack.output)
    .toContain(`waiting for the event store: advertised address ${unresolved}`)
  expect(stack.output()).not.toContain('electing')
})
