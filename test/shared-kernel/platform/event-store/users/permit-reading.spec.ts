// @module-tag embedded-node

import { type EventStoreDBClient, type JSONType, jsonEvent } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { permitReading, withReader } from '#kernel/platform/event-store/users/permit-reading.ts'
import { all, clientOf } from '#test/local-stack/event-store/official-client.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'

const written = async (client: EventStoreDBClient) =>
  (await all(client.readStream('$$$all'))).map(({ event }) => event?.data)

async function clientWith(metadata?: JSONType) {
  const client = clientOf((await embeddedNodeForThisTest()).url)
  if (metadata !== undefined) {
    const event = jsonEvent({ type: '$metadata', data: metadata })
    await client.appendToStream('$$$all', event, { expectedRevision: 'no_stream' })
  }
  return client
}

test('in a new store the user is added to the administrators, once', async () => {
  const client = await clientWith()

  await permitReading(client, 'sarraf')
  await permitReading(client, 'sarraf')

  expect(await written(client)).toEqual([{ $acl: { $r: ['$admins', 'sarraf'] } }])
})

test('what others have stays: readers, other rights, limits and keys of their own', async () => {
  const theirs = {
    $acl: { $r: ['$admins', 'analytics'], $mr: ['auditors'], $w: 'ops' },
    $cacheControl: '15',
    owner: { team: 'data' },
  }
  const client = await clientWith(theirs)

  await permitReading(client, 'sarraf')

  expect((await written(client)).at(-1)).toEqual({
    ...theirs,
    $acl: { ...theirs.$acl, $r: ['$admins', 'analytics', 'sarraf'] },
  })
})

test('several at the same time lose nobody', async () => {
  const client = await clientWith({ $acl: { $r: 'analytics' } })

  await Promise.all(['a', 'b', 'c'].map((user) => permitReading(client, user)))

  const last = (await written(client)).at(-1)
  expect(last).toEqual({ $acl: { $r: expect.any(Array) } })
  expect(JSON.stringify(last)).toMatch(/analytics.*(?:a|b|c)/)
  for (const user of ['a', 'b', 'c']) expect(JSON.stringify(last)).toContain(`"${user}"`)
})

test.each([
  [{ $acl: { $r: ['sarraf'] } }, undefined],
  [{ $acl: { $r: '$all' } }, undefined],
  [{ $acl: '$systemStreamAcl' }, { $acl: { $r: ['$admins', 'sarraf'] } }],
  [{ $acl: { $w: ['x'] } }, { $acl: { $w: ['x'], $r: ['$admins', 'sarraf'] } }],
])('to %j it adds what is missing', (metadata, expected) => {
  expect(withReader(metadata, 'sarraf')).toEqual(expected)
})
