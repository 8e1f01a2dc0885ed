import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isInstalled, wings } from './wings.ts'

/** Abolished in one sense; in another sense they are ordinary words of code and documents. */
const ordinary = new Set([
  'answers',
  'beside',
  'cell',
  'config',
  'demand',
  'desk',
  'few',
  'foundation',
  'known',
  'look',
  'nobody',
  'office',
  'open() for an unencrypted field',
  'parts',
  'question',
  'recall',
  'record',
  'room',
  'serve',
  'showing',
  'standstill',
  'tell',
  'told',
  'tools',
  'turns',
  'whatever',
  'who looked',
  'whoever',
])

const glossary = readFileSync('docs/glossary.md', 'utf8')
const [, section = ''] = glossary.split('## Words that we no longer use\n')
const terms = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (?!not |---)(.+?) \| .+ \|$/gm)]
  .flatMap(([, abolished = '']) => abolished.replaceAll(/ \((?!\))[^)]*\)/g, '').split(/[,;/] ?/))
  .map((term) => term.replace('known()', 'known').trim())

/** `Wanted` was the name of a type; the words without a capital are ordinary. */
const isTypeName = (term: string) => /^[A-Z][a-z]+$/.test(term)

/** The words with spaces, and as one name in the spellings of code. */
function patternOf(term: string): RegExp {
  if (isTypeName(term)) return new RegExp(`\\b(?:class|interface|type) ${term}\\b`)
  const words = term.split(' ')
  const camel = words.map((word, index) =>
    index === 0 ? word : word[0]?.toUpperCase() + word.slice(1),
  )
  const capital = camel.join('').replace(/^./, (letter) => letter.toUpperCase())
  const spellings = [words.join(' '), words.join('-'), camel.join(''), capital]
  return new RegExp(`\\b(?:${[...new Set(spellings)].join('|')})\\b`)
}

const files = globSync([
  '*.md',
  'docs/**/*.md',
  `{${[...wings, 'deploy', 'test'].join(',')}}/**/*.{ts,md,sh}`,
])
  .filter(
    (file) =>
      !isInstalled(file) && !/^(?:docs\/glossary\.md|test\/architecture\/glossary)/.test(file),
  )
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('the glossary still abolishes every word that is allowed in another sense', () => {
  expect(terms.length).toBeGreaterThan(40)
  expect([...ordinary].filter((word) => !terms.includes(word))).toEqual([])
})

test.each(terms.filter((term) => !ordinary.has(term)))('no file says “%s”', (term) => {
  const pattern = patternOf(term)
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([])
})

test('no Turkish text calls a voucher by another document’s name', () => {
  const [, , others = ''] =
    readFileSync('docs/turkish.md', 'utf8').match(/^\| expense voucher \| (.+?) \| (.+?) \|$/m) ??
    []
  const pattern = new RegExp(others.split(', ').join('|'), 'i')
  const own = files.filter(({ file }) => !/^(?:docs\/turkish\.md|test\/)/.test(file))
  expect(pattern.test('makbuz')).toBe(true)
  expect(own.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([])
})
