import { expect, test } from 'vitest'
import { fewAtOnce, TooBusy } from '#kernel/platform/waiting/few-at-once.ts'

test('a few queries run at once, a few more wait, and all others are refused', async () => {
  const few = fewAtOnce({ atOnce: 1, waiting: 1 })
  const first = Promise.withResolvers<string>()
  const looking = few(() => first.promise)
  const waiting = few(async () => 'second')
  await expect(few(async () => 'third')).rejects.toThrow(TooBusy)
  first.resolve('first')
  expect([await looking, await waiting, await few(async () => 'fourth')]).toEqual([
    'first',
    'second',
    'fourth',
  ])
})
