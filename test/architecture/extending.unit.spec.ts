import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PAGE = 'docs/extending.md'
const page = readFileSync(PAGE, 'utf8')

const named = [...page.matchAll(/`([\w-]+\/[\w./-]+\.(?:ts|md|sql))`( \*\(new\)\*)?/g)].map(
  ([, path = '', isNew]) => ({ path, isNew: isNew !== undefined }),
)
const excerpts = [...page.matchAll(/^ *```diff (\S+)\n([\s\S]*?)^ *```$/gm)].map(
  ([, path = '', text = '']) => ({ path, lines: text.split('\n').map((line) => line.slice(3)) }),
)

test('the page has excerpts for every file of its examples', () => {
  expect(named.length).toBeGreaterThan(30)
  expect(excerpts.length).toBeGreaterThan(15)
  const paths = new Set(named.map(({ path }) => path))
  expect(excerpts.filter(({ path }) => !paths.has(path))).toEqual([])
})

test.each(named.filter(({ isNew }) => !isNew))(
  '$path, which the page names, exists',
  ({ path }) => {
    expect(existsSync(path)).toBe(true)
  },
)

test.each(named.filter(({ isNew }) => isNew))(
  '$path, which readers create, is free',
  ({ path }) => {
    expect(existsSync(path)).toBe(false)
  },
)

test.each(excerpts)('an excerpt of $path fits the file', ({ path, lines }) => {
  const code = readFileSync(path, 'utf8').split('\n')
  const [added, present] = [true, false].map((isAdded) =>
    lines.filter((line) => line.startsWith('+') === isAdded).map((line) => line.slice(1)),
  )
  expect(present?.filter((line) => line !== '' && !code.includes(line))).toEqual([])
  expect(added).not.toEqual([])
})
