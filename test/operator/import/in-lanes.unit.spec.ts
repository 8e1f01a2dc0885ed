import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inLanes } from '#operator/import/in-lanes.ts'

async function* each<Item>(items: readonly Item[]) {
  yield* items
}

const atMost = (items: number) => ({ atMost: { items, bytes: 100 }, bytesOf: () => 1 })

test('work that shares a lane keeps its order, other work does not wait for it', async () => {
  const done: string[] = []
  const slow = Promise.withResolvers<void>()
  const lanes = {
    'record 1, first': { own: ['record-1'], after: [] },
    'record 1, second': { own: ['record-1'], after: [] },
    'refers to record 1': { own: ['record-2'], after: ['record-1'] },
    'record 3': { own: ['record-3'], after: [] },
  }
  const all = inLanes(each(Object.entries(lanes)), {
    ...atMost(8),
    lanesOf: ([, itsLanes]) => itsLanes,
    work: async ([name]) => {
      if (name === 'record 1, first') await slow.promise
      done.push(name)
    },
  })
  await expect.poll(() => done).toEqual(['record 3'])
  slow.resolve()
  await all
  expect(done).toEqual(['record 3', 'record 1, first', 'record 1, second', 'refers to record 1'])
})

test('no more items than allowed are worked on, or read, at once', async () => {
  let read = 0
  let done = 0
  let most = 0
  async function* items() {
    for (; read < 100; read++) yield read
  }
  await inLanes(items(), {
    ...atMost(4),
    lanesOf: (item) => ({ own: [`record-${item}`], after: [] }),
    work: async () => {
      most = Math.max(most, read - done)
      await nextTurn()
      done += 1
    },
  })
  expect({ done, most: most <= 6 }).toEqual({ done: 100, most: true })
})

test('no more bytes than allowed are worked on at once, but always an item', async () => {
  const seen: number[][] = []
  const running: number[] = []
  await inLanes(each([3, 4, 5, 30, 1, 1, 9]), {
    atMost: { items: 8, bytes: 10 },
    bytesOf: (item) => item,
    lanesOf: () => ({ own: [], after: [] }),
    work: async (item) => {
      running.push(item)
      seen.push([...running])
      await nextTurn()
      running.splice(running.indexOf(item), 1)
    },
  })
  expect(seen.length).toBe(7)
  for (const items of seen) {
    const bytes = items.reduce((sum, item) => sum + item, 0)
    expect(items.length === 1 || bytes <= 10).toBe(true)
  }
})

test('the first error ends the work, once all that runs has come to its end', async () => {
  const done: number[] = []
  const slow = Promise.withResolvers<void>()
  const all = inLanes(each(Array.from({ length: 50 }, (_, item) => item)), {
    ...atMost(2),
    lanesOf: (item) => ({ own: [item < 40 ? `record-${item}` : 'record-0'], after: [] }),
    work: async (item) => {
      if (item === 1) throw new Error('record 1 is broken')
      await slow.promise
      done.push(item)
    },
  })
  let isOver = false
  const outcome = all.catch((error: unknown) => String(error)).finally(() => (isOver = true))
  await nextTurn()
  expect(isOver).toBe(false)
  slow.resolve()
  expect(await outcome).toBe('Error: record 1 is broken')
  expect(done).toEqual([0])
})
