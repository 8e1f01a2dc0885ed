// @module-tag embedded-node

import { expect, test } from 'vitest'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { placeForStacks } from '#test/support/running-stack.ts'
import { check } from './checked.ts'
import { clientOf } from './official-client.ts'

const isMetadata = (stream: string) => stream.startsWith('$$')

test.for([
  ['read $all', { mayRead: (stream: string) => stream !== '$all' }, 1],
  ['read streams', { mayRead: (stream: string) => stream.startsWith('$') }, 1],
  ['read the metadata of streams', { mayRead: (stream: string) => !isMetadata(stream) }, 1],
  ['write to streams', { mayWrite: isMetadata }, 1],
  ['write the metadata of streams', { mayWrite: (stream: string) => !isMetadata(stream) }, 0],
] as const)(
  'without the right to %s that is the one finding',
  async ([words, access, expectedCode]) => {
    const { url } = await embeddedNodeForThisTest({ access })
    const { trouble, cures, exitCode } = await check(url)
    expect(trouble.map((line) => line.split(': the user ')[1])).toEqual([`may not ${words}`])
    expect(cures).toEqual([expect.stringMatching(/^give it the right in the .*ACL/)])
    expect(exitCode).toBe(expectedCode)
  },
)

test('a right that is narrowed for some names is named with them', async () => {
  const mayRead = (stream: string) => !/^(customer|invoice)-/.test(stream)
  const { url } = await embeddedNodeForThisTest({ access: { mayRead } })
  const { trouble } = await check(url)
  expect(trouble).toEqual([
    'fault: right to read streams: the user may not read streams: customer-…, invoice-…',
  ])
})

test('a stream with an ACL of its own is tried itself', async () => {
  const mayWrite = (stream: string) => stream !== 'numberBook-1'
  const { url } = await embeddedNodeForThisTest({ access: { mayWrite } })
  await clientOf(url).setStreamMetadata('numberBook-1', { acl: { writeRoles: ['$admins'] } })
  const { trouble, exitCode } = await check(url)
  expect(trouble).toEqual([
    'fault: right to write: the user may not write to streams: numberBook-1',
  ])
  expect(exitCode).toBe(1)
})

test('a start that waits names the right that is missing', async () => {
  const { url, databaseUrl } = await embeddedNodeForThisTest({ access: { mayWrite: () => false } })
  const place = await placeForStacks()
  const stack = place.launch({ DATABASE_URL: databaseUrl, EVENTSTORE_URL: url, DEMO: 'false' })
  await expect
    .poll(stack.output)
    .toContain(
      'waiting for the event store: the user may not write to streams: give it the right in',
    )
})
