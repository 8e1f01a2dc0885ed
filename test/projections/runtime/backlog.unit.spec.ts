import { expect, test } from 'vitest'
import { type LogPlace, placeBehind } from '#kernel/platform/event-store/event-store.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { createBacklog } from '#projections/runtime/backlog.ts'

const placeAt = (position: bigint): LogPlace =>
  placeBehind({ id: `${position}`, stream: 'any', revision: 0n, position: logPosition(position) })

const part = (position: bigint) => ({
  events: [],
  upTo: placeAt(position),
  count: 1,
  bytes: 100,
})

test('a claim waits for its document: both are one batch', async () => {
  const backlog = createBacklog(100)
  const taken = backlog.take()
  await backlog.put(part(1n))
  await backlog.put(part(2n))

  expect(await taken).toEqual({ events: [], upTo: placeAt(2n), count: 2 })
})

test('events that change no table are a batch of their own when nothing follows', async () => {
  const backlog = createBacklog(100)
  const taken = backlog.take()
  await backlog.put(part(1n))

  expect(await taken).toMatchObject({ upTo: placeAt(1n), count: 1 })
})

test('a batch never holds more than it may', async () => {
  const backlog = createBacklog(2)
  await Promise.all([1n, 2n, 3n].map((position) => backlog.put(part(position))))

  expect(await backlog.take()).toMatchObject({ upTo: placeAt(2n), count: 2 })
  expect(await backlog.take()).toMatchObject({ upTo: placeAt(3n), count: 1 })
})

test('closing ends the wait', async () => {
  const backlog = createBacklog(100)
  await backlog.put(part(1n))
  const taken = backlog.take()
  backlog.close()

  expect(await taken).toBeUndefined()
})
