import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { excerpts, page, withExcerpt } from './extending.ts'

const named = [...page.matchAll(/`([\w-]+\/[\w./-]+\.(?:ts|md|sql|json))`( \*\(new\)\*)?/g)].map(
  ([, path = '', isNew]) => ({ path, isNew: isNew !== undefined }),
)

test('the page has excerpts for every file of its examples', () => {
  expect(named.length).toBeGreaterThan(30)
  const written = new Set(excerpts.map(({ path }) => path))
  const steps = [...page.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path)
  expect(steps.length).toBeGreaterThan(20)
  expect(steps.filter((path = '') => !written.has(path))).toEqual([])
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

test.each(excerpts.filter(({ isWhole }) => !isWhole))(
  'an excerpt of $path fits the file',
  (excerpt) => {
    const code = readFileSync(excerpt.path, 'utf8')
    expect(withExcerpt(code, excerpt)).not.toBe(code)
  },
)

test('the table counts the production files of each example', () => {
  const counts = [...page.matchAll(/^\| \[([^\]]+)\]\(.*?\) \| (\d+)(?: new)? \| (\d*)/gm)]
  const counted = counts.map(([, example, files, registrations]) => [
    example,
    Number(files) + Number(registrations),
  ])
  const production = excerpts.filter(({ path }) => !path.startsWith('test/'))
  const byExample = Map.groupBy(production, ({ example }) => example.toLowerCase())
  expect(counted).toEqual(
    [...byExample].map(([example, all]) => [example, new Set(all.map(({ path }) => path)).size]),
  )
})
