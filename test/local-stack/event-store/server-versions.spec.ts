// @module-tag embedded-node

import { once } from 'node:events'
import { type EventStoreDBClient, eventTypeFilter } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { SERVER_VERSIONS } from '#kernel/platform/event-store/server-versions.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { refusedRead } from './client-differences.ts'
import { all, clientOf, eventually, first, manyDrafted, newStream } from './official-client.ts'

const recorded = {
  '23.10.6': {
    checkpoints: [],
    read: '2 UNKNOWN: Unexpected ReadAllResult: Error',
    subscription: '2 UNKNOWN: Exception was thrown by handler.',
    catchesUpWithNothing: false,
  },
  '24.10.4': {
    checkpoints: [2n ** 64n - 1n],
    read: '2 UNKNOWN: Unexpected ReadAllResult: InvalidPosition',
    subscription: '3 INVALID_ARGUMENT: Trying to read from an invalid position.',
    catchesUpWithNothing: true,
  },
  '25.0.0': {
    checkpoints: [0n],
    read: '2 UNKNOWN: Unexpected ReadAllResult: InvalidPosition',
    subscription: '3 INVALID_ARGUMENT: Trying to read from an invalid position.',
    catchesUpWithNothing: true,
  },
  '26.1.0': {
    checkpoints: [0n],
    read: '2 UNKNOWN: Unexpected ReadAllResult: InvalidPosition >> ',
    subscription: '3 INVALID_ARGUMENT: Trying to read from an invalid position.',
    catchesUpWithNothing: true,
  },
} as const

async function checkpointsAtStart(client: EventStoreDBClient) {
  const checkpoints: bigint[] = []
  const filter = eventTypeFilter({
    prefixes: ['Nothing'],
    checkpointReached: async (_subscription, { commit }) => void checkpoints.push(commit),
  })
  const subscription = client.subscribeToAll({ filter }).resume()
  await once(subscription, 'caughtUp')
  await subscription.unsubscribe()
  return checkpoints
}

/** Of a stream that does not exist yet: being caught up, and its first events. */
async function toldOfNewStream(client: EventStoreDBClient, catchesUpWithNothing: boolean) {
  const stream = newStream()
  const told: string[] = []
  const subscription = client.subscribeToStream(stream).resume()
  subscription.on('data', () => told.push('event')).on('caughtUp', () => told.push('caught up'))
  await once(subscription, catchesUpWithNothing ? 'caughtUp' : 'confirmation')
  await client.appendToStream(stream, manyDrafted(1), { expectedRevision: 'no_stream' })
  await eventually(() => expect(told).toHaveLength(2))
  return told
}

test.for(SERVER_VERSIONS)('as %s the node answers as that version did', async (version) => {
  const client = clientOf((await embeddedNodeForThisTest({ version })).url)
  const expected = recorded[version]
  expect(await checkpointsAtStart(client)).toEqual(expected.checkpoints)
  const appended = await client.appendToStream(newStream(), manyDrafted(2), {
    expectedRevision: 'no_stream',
  })
  expect(await checkpointsAtStart(client)).toEqual(expected.checkpoints)
  const commit = (appended.position?.commit ?? 0n) + 1n
  const fromPosition = { commit: commit - 2n, prepare: commit - 2n }
  await expect(all(client.readAll({ fromPosition }))).rejects.toThrow(refusedRead(expected.read))
  const subscription = first(1, client.subscribeToAll({ fromPosition }))
  await expect(subscription).rejects.toThrow(expected.subscription)
  const inOrder = expected.catchesUpWithNothing ? ['caught up', 'event'] : ['event', 'caught up']
  expect(await toldOfNewStream(client, expected.catchesUpWithNothing)).toEqual(inOrder)
})
