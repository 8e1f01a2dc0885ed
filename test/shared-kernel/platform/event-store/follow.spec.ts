import { expect, test } from 'vitest'
import { BEFORE_THE_LOG } from '#kernel/platform/event-store/event-store.ts'
import { follow } from '#kernel/platform/event-store/follow.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { eventually, newEvents, newStream, recorder, storeForThisTest } from './support.ts'

async function followedLog() {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url)
  await store.append(newStream(), newEvents(3), 'no_stream')
  const seen = recorder()
  const wanted = { name: 'all', after: BEFORE_THE_LOG, maxBatch: 10, handle: seen.handle }
  return { store, seen, wanted }
}

test('a follower that is stopped finishes its batch, and fails with nothing', async () => {
  const { store, seen, wanted } = await followedLog()
  const stop = new AbortController()
  const handling = Promise.withResolvers<undefined>()
  const steps: string[] = []
  const following = follow(
    store,
    {
      ...wanted,
      handle: async (events, upTo) => {
        steps.push('begins')
        await handling.promise
        await seen.handle(events, upTo)
        steps.push('ends')
      },
    },
    { stop: stop.signal, closing: async () => handling.resolve(undefined) },
  )
  await eventually(() => steps).toEqual(['begins'])
  stop.abort()
  expect(await following).toBeUndefined()
  expect(steps).toEqual(['begins', 'ends'])

  await store.append(newStream(), newEvents(1), 'no_stream')
  await follow(store, wanted, { stop: stop.signal })
  expect(steps).toEqual(['begins', 'ends'])
})

test('what a batch fails with is thrown, and told to what closes with it', async () => {
  const { store, wanted } = await followedLog()
  const told: unknown[] = []
  const failure = new Error('the table is full')
  const following = follow(
    store,
    { ...wanted, handle: () => Promise.reject(failure) },
    { stop: new AbortController().signal, closing: async (reason) => told.push(reason) },
  )
  await expect(following).rejects.toBe(failure)
  expect(told).toEqual([failure])
})

test.for(['resolves to', 'rejects with'])('an error that another end %s is thrown', async (how) => {
  const { store, wanted } = await followedLog()
  const lost = new Error('the connection is lost')
  const { signal: stop } = new AbortController()
  const end = how === 'resolves to' ? Promise.resolve(lost) : Promise.reject(lost)
  await expect(follow(store, wanted, { stop, ends: [end] })).rejects.toBe(lost)
})

test('another end that resolves to anything else is an end', async () => {
  const { store, seen, wanted } = await followedLog()
  const arrived = Promise.withResolvers<string>()
  const following = follow(
    store,
    {
      ...wanted,
      handle: async (events, upTo) => {
        await seen.handle(events, upTo)
        if (seen.events.length >= 3) arrived.resolve('there')
      },
    },
    { stop: new AbortController().signal, ends: [arrived.promise] },
  )
  expect(await following).toBeUndefined()
  expect(seen.events).toHaveLength(3)
})
