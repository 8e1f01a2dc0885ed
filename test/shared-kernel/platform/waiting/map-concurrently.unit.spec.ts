import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'

test('outputs are in the order of the inputs, and no more are worked on at once than allowed', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      async (turns, atOnce) => {
        let running = 0
        let most = 0
        const work = async ([index, wait]: readonly [number, number]) => {
          most = Math.max(most, ++running)
          for (let turn = 0; turn < wait; turn++) await nextTurn()
          running -= 1
          return index
        }
        expect(await mapConcurrently(turns.entries(), work, atOnce)).toEqual([...turns.keys()])
        expect(most).toBe(Math.min(atOnce, turns.length))
      },
    ),
  ))

test('a failure rejects at once, and the rest is still worked on', async () => {
  const done: number[] = []
  const slow = Promise.withResolvers<void>()
  const all = mapConcurrently(
    [1, 2, 3, 4],
    async (input) => {
      if (input === 2) throw new Error('2 is broken')
      await slow.promise
      done.push(input)
    },
    2,
  )
  await expect(all).rejects.toThrow('2 is broken')
  expect(done).toEqual([])
  slow.resolve()
  await expect.poll(() => done).toEqual([1, 3, 4])
})
