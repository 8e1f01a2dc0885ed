import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorOf } from '../../site/slug.ts'
import { wings } from './wings.ts'

const FOLDER = 'docs/adr'
const PAGE_WORDS = 700

/** A source or document, unless readers are to create it. */
const FILE = /`([\w./-]*\w\.(?:ts|mjs|sh|sql|md))`(?! \*\(new\)\*)/g
const CODE_FOLDER = new RegExp(
  `\`((?:${[...wings, 'test'].join('|')})/[a-z\\d/-]*[a-z\\d])/?\``,
  'g',
)

const records = globSync(`${FOLDER}/[0-9]*.md`)
  .toSorted()
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, file: basename(path), title: /^# (\d+)\. (.+)$/m.exec(text) }
  })
const index = readFileSync(`${FOLDER}/README.md`, 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', '{local-stack,test}/**/*.md'])

test('decision records are numbered without a gap', () => {
  const numbers = records.map(({ file, title }) => [file.slice(0, 4), title?.[1]])
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers).toEqual(
    numbers.map((_, place) => [String(place + 1).padStart(4, '0'), String(place + 1)]),
  )
})

test.each(records)('$file has every part of a decision record, in order', ({ text }) => {
  const [, ...headings] = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
  const parts = ['Context', 'Decision', 'Consequences', 'Alternatives']
  expect(headings.filter((heading) => parts.includes(heading ?? ''))).toEqual(parts)
  expect(text).toMatch(/^- Date: 20\d\d-[01]\d-[0-3]\d$/m)
  expect(text).toMatch(/^- Status: (accepted|superseded)\b/m)
  for (const part of text.split(/^## .+$/m).slice(1)) expect(part.trim()).not.toBe('')
})

test.each(records)('$file is under a page', ({ text }) => {
  expect(text.split(/\s+/).length).toBeLessThan(PAGE_WORDS)
})

test('the index lists every decision record with its title, date and status', () => {
  const rows = records.map(({ file, text, title }) => {
    const [, date] = /^- Date: (.+)$/m.exec(text) ?? []
    const [, status] = /^- Status: (\w+)/m.exec(text) ?? []
    return `| ${title?.[1]} | [${title?.[2]}](${file}) | ${date} | ${status} |`
  })
  expect(index.split('\n').filter((line) => /^\| \d/.test(line))).toEqual(rows)
})

test.each(documents)('every link of %s has a target', (path) => {
  const links = [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
  const broken = links.map(([, link = '']) => link).filter((link) => !leadsSomewhere(path, link))
  expect(broken).toEqual([])
})

/** Decision records name files as they were. */
const present = documents.filter((path) => !path.startsWith(`${FOLDER}/`))
const sources = `{${[...wings, 'deploy', 'docs', 'site', 'test'].join(',')}}`
const files = globSync(['*', `${sources}/**/*`], { exclude: ['site/node_modules/**'] })

test.each(present)('every file and folder of the code that %s names exists', (path) => {
  const text = readFileSync(path, 'utf8').replaceAll(/^ *```[^`]*```$/gm, '')
  const named = [...text.matchAll(FILE), ...text.matchAll(CODE_FOLDER)].map(([, name = '']) => name)
  const missing = named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
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

test.each(present)('every block of code in %s says its language', (path) => {
  const fences = readFileSync(path, 'utf8').match(/^ *```.*$/gm) ?? []
  const opening = fences.filter((_, place) => place % 2 === 0)
  expect(opening.filter((fence) => fence.trim() === '```')).toEqual([])
})
