import { expect, test } from 'vitest'
import { inGroups } from '#kernel/platform/in-groups.ts'

test('who comes while a group is on its way goes with the next one, and gets its own answer', async () => {
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

test('a group that fails fails for its own, and the next one goes on', async () => {
  const find = inGroups(async (asked: readonly string[]) => {
    if (asked.includes('bad')) throw new Error('broken')
    return Promise.resolve(asked)
  })

  await expect(find('bad')).rejects.toThrow('broken')
  expect(await find('good')).toBe('good')
})
