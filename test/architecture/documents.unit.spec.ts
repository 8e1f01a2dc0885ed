import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorOf } from '../../site/slug.ts'
import { wings } from './wings.ts'

const FOLDER = 'docs/adr'
const RECORD_WORDS = 1_200

/** A source or document, unless readers are to create it. */
const FILE = /`([\w./-]*\w\.(?:ts|mjs|sh|sql|md))`(?! \*\(new\)\*)/g
/** Of our folders; what only an installation has is left out. */
const PATH = new RegExp(
  `\`((?:${[...wings, 'deploy', 'docs', 'site', 'test'].join('|')})/(?!\\.env|certificates|secrets)[\\w./-]*\\w)/?\`(?! \\*\\(new\\)\\*)`,
  'g',
)

const records = globSync(`${FOLDER}/[a-z]*.md`)
  .toSorted()
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return { text, file: basename(path), title: /^# (.+)$/m.exec(text)?.[1] }
  })
const index = readFileSync(`${FOLDER}/README.md`, 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', '{local-stack,test}/**/*.md'])

test.each(records)(
  '$file says what holds, why, what was tried, and how it came about',
  ({ text }) => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings.filter((heading) => heading !== 'What remains')).toEqual([
      'What holds',
      'Why',
      'What was tried',
      'History',
    ])
    for (const part of text.split(/^## .+$/m).slice(1)) expect(part.trim()).not.toBe('')
  },
)

test.each(records)('$file is short enough to be read', ({ text }) => {
  expect(wordsOf(text)).toBeLessThan(RECORD_WORDS)
})

test('ARCHITECTURE.md is read in one go', () => {
  expect(wordsOf(readFileSync('ARCHITECTURE.md', 'utf8'))).toBeLessThanOrEqual(2_500)
})

test('the index lists every record by its title', () => {
  const rows = index.matchAll(/^\| \[(.+)\]\((.+)\) \|/gm)
  expect([...rows].map(([, title, file]) => `${file} ${title}`).toSorted()).toEqual(
    records.map(({ file, title }) => `${file} ${title}`).toSorted(),
  )
})

test.each(documents)('every link of %s has a target', (path) => {
  const links = [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
  const broken = links.map(([, link = '']) => link).filter((link) => !leadsSomewhere(path, link))
  expect(broken).toEqual([])
})

const sources = `{${[...wings, 'deploy', 'docs', 'site', 'test'].join(',')}}`
const files = globSync(['*', `${sources}/**/*`], { exclude: ['site/node_modules/**'] })

test.each(documents)('every file and folder of the code that %s names exists', (path) => {
  const text = readFileSync(path, 'utf8').replaceAll(/^ *```[^`]*```$/gm, '')
  const named = [...text.matchAll(FILE)].map(([, name = '']) => name)
  const missing = named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
  const paths = [...text.matchAll(PATH)].map(([, name = '']) => name)
  missing.push(...paths.filter((name) => !existsSync(name) && !/\/[A-Z]+$/.test(name)))
  expect(missing).toEqual([])
})

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', heading] = link.split('#')
  const target = file === '' ? from : join(dirname(from), file)
  if (!existsSync(target)) return false
  return heading === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(heading)
}

const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test.each(documents)('every block of code in %s says its language', (path) => {
  const fences = readFileSync(path, 'utf8').match(/^ *```.*$/gm) ?? []
  const opening = fences.filter((_, place) => place % 2 === 0)
  expect(opening.filter((fence) => fence.trim() === '```')).toEqual([])
})

const wordsOf = (text: string) => text.trim().split(/\s+/).length
