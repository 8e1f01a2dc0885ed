import { expect, test } from 'vitest'
import { boundedQueue, TooBusy } from '#kernel/platform/waiting/bounded-queue.ts'

test('a few queries run at once, a few more wait, and all others are refused', async () => {
  const queue = boundedQueue({ atOnce: 1, waiting: 1 })
  const first = Promise.withResolvers<string>()
  const looking = queue(() => first.promise)
  const waiting = queue(async () => 'second')
  await expect(queue(async () => 'third')).rejects.toThrow(TooBusy)
  first.resolve('first')
  expect([await looking, await waiting, await queue(async () => 'fourth')]).toEqual([
    'first',
    'second',
    'fourth',
  ])
})
