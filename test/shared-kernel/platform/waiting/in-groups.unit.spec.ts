import { expect, test } from 'vitest'
import { inGroups } from '#kernel/platform/waiting/in-groups.ts'

test('a call during a group in flight joins the next group, and gets its own result', async () => {
  const groups: (readonly number[])[] = []
  const firstIsAnswered = Promise.withResolvers<undefined>()
  const double = inGroups(async (asked: readonly number[]) => {
    groups.push(asked)
    if (groups.length === 1) await firstIsAnswered.promise
    return asked.map((one) => one * 2)
  })

  const first = double(1)
  await expect.poll(() => groups).toEqual([[1]])
  const later = [double(2), double(3), double(2)]
  firstIsAnswered.resolve(undefined)

  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6, 4])
  expect(groups).toEqual([[1], [2, 3, 2]])
})

test('calls of one turn of the event loop share a group, though the first one comes alone', async () => {
  const groups: (readonly number[])[] = []
  const double = inGroups(async (asked: readonly number[]) => {
    groups.push(asked)
    return Promise.resolve(asked.map((one) => one * 2))
  })

  const first = double(1)
  // As between requests that were read from several connections.
  for (let task = 0; task < 20; task++) await Promise.resolve()
  const second = double(2)

  expect(await Promise.all([first, second])).toEqual([2, 4])
  expect(groups).toEqual([[1, 2]])
})

test('a failed group rejects its own calls, and the next one runs', async () => {
  const find = inGroups(async (asked: readonly string[]) => {
    if (asked.includes('bad')) throw new Error('broken')
    return Promise.resolve(asked)
  })

  await expect(find('bad')).rejects.toThrow('broken')
  expect(await find('good')).toBe('good')
})
