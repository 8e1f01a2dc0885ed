import { expect, test } from 'vitest'
import { changesBetween } from '#audit/flatten.ts'
import { fieldsOf, fill } from '#audit/page/language/fill.ts'
import { languageOf, wantedLanguage } from '#audit/page/language/language.ts'
import { sentences } from '#audit/page/language/sentences/sentences.ts'
import { languageNames } from '#kernel/domain/messages/language.ts'
import { families } from '#kernel/events/families.ts'

const kinds = families.flatMap(({ category, types }) =>
  [...types]
    .filter(([type, { name }]) => type === name)
    .map(([type, { fields }]) => ({ kind: `${category}.${type}`, fields })),
)
const english = { language: languageOf('en'), timeZone: 'Europe/Istanbul' }
const turkish = { language: languageOf('tr'), timeZone: 'Europe/Istanbul' }

test.each(languageNames)('every event has a sentence in %s, with existing fields', (name) => {
  const missing = kinds.map(({ kind }) => kind).filter((kind) => !(kind in sentences))
  expect(missing, 'to be said in audit/page/language/sentences').toEqual([])
  expect(Object.keys(sentences)).toHaveLength(kinds.length)
  const unknown = kinds.flatMap(({ kind, fields }) =>
    fieldsOf(sentences[kind]?.[name] ?? '')
      .filter(({ path }) => fields[path.split('.')[0] ?? ''] === undefined)
      .map(({ path }) => `${kind}: ${path}`),
  )
  expect(unknown).toEqual([])
})

test('no sentence contains a secret', () => {
  const mentioned = kinds.flatMap(({ kind, fields }) =>
    fieldsOf(sentences[kind]?.en ?? '').map(({ path }) => ({
      path,
      field: fields[path.split('.')[0] ?? ''],
    })),
  )
  expect(mentioned.filter(({ field }) => field?.class === 'secret')).toEqual([])
})

test('a sentence omits missing values, and marks forgotten ones', () => {
  const sentence = 'Bought from {seller.name}[ as {number}], {amount|number} {unit|word}.'
  const data = { seller: { forgotten: true }, number: null, amount: '1234567.50', unit: 'GRM' }
  expect(fill(sentence, data, english)).toBe('Bought from [forgotten], 1,234,567.50 g.')
  expect(fill(sentence, { ...data, number: '7', seller: { name: 'Ayşe' } }, turkish)).toBe(
    'Bought from Ayşe as 7, 1.234.567,50 gr.',
  )
  expect(fill('{at|time}', { at: '2026-11-20T20:45:00Z' }, turkish)).toBe('20 Kas 2026 23:45:00')
})

test.each([
  [{ asked: 'tr', chosen: 'en', accepted: 'en' }, 'tr'],
  [{ asked: 'xx', chosen: 'tr', accepted: 'en' }, 'tr'],
  [{ asked: undefined, chosen: undefined, accepted: 'de, tr-TR;q=0.8, en;q=0.5' }, 'tr'],
  [{ asked: undefined, chosen: undefined, accepted: 'de' }, 'en'],
  [{ asked: undefined, chosen: undefined, accepted: undefined }, 'en'],
])('for the preferences %o the page uses %s', (wishes, language) => {
  expect(wantedLanguage(wishes)).toBe(language)
})

test('a missing value that stays missing is no change', () => {
  const before = { state: 'draft', info: null, lines: [{ amount: 1 }] }
  const after = { state: 'sent', info: { number: null, id: '7' }, lines: [{ amount: 1 }] }
  expect(changesBetween(before, after)).toEqual([
    { path: 'state', before: 'draft', after: 'sent' },
    { path: 'info.id', before: null, after: '7' },
  ])
})
