// @module-tag embedded-node

import { expect, test } from 'vitest'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { NoRightToRead, NoRightToWrite } from '#kernel/platform/event-store/errors.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { eventually, logOf, newEvents, newStream, storeForThisTest } from './support.ts'

async function nodeWithRights(given: boolean) {
  let mayWrite = given
  const { url } = await embeddedNodeForThisTest({ access: { mayWrite: () => mayWrite } })
  return {
    url,
    narrow: () => {
      mayWrite = false
    },
    giveBack: () => {
      mayWrite = true
    },
  }
}

const reasons = (store: ReturnType<typeof storeForThisTest>) => () =>
  store.standstills().map(({ reason }) => reason)

test('without the right to write an append says so, is a thing for later, and readiness knows', async () => {
  const node = await nodeWithRights(true)
  const store = storeForThisTest(node.url)
  await store.append(newStream(), newEvents(1), 'no_stream')
  node.narrow()

  const refused = store.append(newStream(), newEvents(1), 'no_stream')

  await expect(refused).rejects.toThrow(NoRightToWrite)
  await expect(refused).rejects.toThrow(Unavailable)
  expect(reasons(store)()).toEqual([expect.stringContaining('has no right to write')])
})

test('the right is tried at the start, and readiness comes back by itself once it is given', async () => {
  const node = await nodeWithRights(false)
  const store = storeForThisTest(node.url, { writes: true })
  await eventually(() => reasons(store)().join()).toContain('has no right to write')

  node.giveBack()

  await eventually(() => reasons(store)().join()).toBe('')
  expect(await logOf(store)).toEqual([])
})

test('without the right to read a stream a read says so, is a thing for later, and readiness knows', async () => {
  let mayRead = true
  const { url } = await embeddedNodeForThisTest({ access: { mayRead: () => mayRead } })
  const store = storeForThisTest(url, { writes: true })
  const stream = newStream()
  await store.append(stream, newEvents(1), 'no_stream')
  mayRead = false

  const refused = store.readStream(stream, { maxCount: 1 })

  await expect(refused).rejects.toThrow(NoRightToRead)
  await expect(refused).rejects.toThrow(Unavailable)
  expect(reasons(store)()).toEqual([expect.stringContaining('has no right to read')])
  mayRead = true
  await eventually(() => reasons(store)().join()).toBe('')
})
