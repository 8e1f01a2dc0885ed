import { expect, test } from 'vitest'
import { boundedQueue, queuePerCompany, TooBusy } from '#kernel/platform/waiting/bounded-queue.ts'

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

test('a company that fills its queue shuts no other out', async () => {
  const queue = queuePerCompany({ atOnce: 2, waiting: 1 })
  const slow = Promise.withResolvers<string>()
  const looking = queue('alpha', () => slow.promise)
  const waiting = queue('alpha', async () => 'alpha again')

  await expect(queue('alpha', async () => 'one too many')).rejects.toThrow(TooBusy)
  expect(await queue('bravo', async () => 'bravo')).toBe('bravo')

  slow.resolve('alpha')
  expect([await looking, await waiting]).toEqual(['alpha', 'alpha again'])
})
