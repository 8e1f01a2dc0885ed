import { expect, test } from 'vitest'
import { streamQueue } from '#command/event-sourcing/contention.ts'
import { waitWithinBudget, withWaitingBudget } from '#kernel/platform/waiting/waiting-budget.ts'

test('work on one stream runs in order, one after another', async () => {
  const enqueue = streamQueue()
  const steps: string[] = []
  const work = (name: string) =>
    enqueue('a', async () => {
      steps.push(`${name} begins`)
      await Promise.resolve()
      steps.push(`${name} ends`)
      return name
    })
  expect(await Promise.all(['1', '2', '3'].map(work))).toEqual(['1', '2', '3'])
  expect(steps).toEqual(['1', '2', '3'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})

test('work on another stream does not wait', async () => {
  const enqueue = streamQueue()
  const held = Promise.withResolvers<string>()
  const first = enqueue('a', () => held.promise)
  expect(await enqueue('b', async () => 'done')).toBe('done')
  held.resolve('held')
  expect(await first).toBe('held')
})

test('work that fails rejects for its own caller, and the next work runs', async () => {
  const enqueue = streamQueue()
  const failing = enqueue('a', () => Promise.reject(new Error('failed')))
  const next = enqueue('a', async () => 'done')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
  expect(await enqueue('a', async () => 'again')).toBe('again')
})

test('work that waited for its turn has the budget of its own request', async () => {
  const enqueue = streamQueue()
  const held = Promise.withResolvers<void>()
  const first = withWaitingBudget(60_000, () => enqueue('a', () => held.promise))
  const next = withWaitingBudget(5_000, () =>
    enqueue('a', () => waitWithinBudget(30_000, async (endsMs) => endsMs - Date.now())),
  )
  held.resolve()
  await first
  expect(await next).toBeLessThanOrEqual(5_000)
})
