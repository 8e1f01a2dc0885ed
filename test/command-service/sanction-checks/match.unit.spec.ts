import { expect, test } from 'vitest'
import type { ListEntry } from '#command/providers/sanction-lists/port.ts'
import { entityOf, nameAt } from '#command/sanction-checks/entity.ts'
import { matchOf } from '#command/sanction-checks/match.ts'
import { noFacts } from '#kernel/domain/screening/facts.ts'

const entry: ListEntry = {
  entryId: '42',
  name: 'Biri Uydurma',
  aliases: ['Öteki Uydurma', 'B. Uydurma'],
  weakAliases: ['Abu X'],
  partNames: [],
  otherNumbers: [],
  idNos: ['100 000 001-46', 'U12345'],
  birthDate: '1970-01-31; 1972',
  nationality: 'Türkiye; Iraq',
  program: 'MASAK',
  reason: '6415 sayılı Kanun',
  record: { SIRA: '1' },
}

test('the names, numbers, years and countries of an entry are compared', () => {
  expect(entityOf(entry)).toEqual({
    names: ['Biri Uydurma', 'Öteki Uydurma', 'B. Uydurma'],
    weakNames: ['Abu X'],
    idNos: ['100 000 001-46', 'U12345'],
    birthYears: [
      [1970, 1970],
      [1972, 1972],
    ],
    countries: ['tr', 'iq'],
  })
})

test('an entry may lack birth date and nationality', () => {
  expect(entityOf({ ...entry, birthDate: null, nationality: null })).toMatchObject({
    birthYears: [],
    countries: [],
  })
})

test('the names of an entry are counted from its own over the aliases to the weak ones', () => {
  expect([0, 1, 2, 3].map((at) => nameAt(entry, at))).toEqual([
    'Biri Uydurma',
    'Öteki Uydurma',
    'B. Uydurma',
    'Abu X',
  ])
  expect(nameAt(entry, 4)).toBe('Biri Uydurma')
})

test('a name that stands within another one is searched, and not shown', () => {
  const within = { ...entry, partNames: ['Öteki Uydurma', 'Abu X'] }
  expect(entityOf(within)).toEqual(entityOf(entry))
  expect(matchOf(hit, within, foundBy)).toMatchObject({
    aliases: ['B. Uydurma'],
    matchedName: 'Öteki Uydurma',
  })
})

const hit = { entry: 7, score: 0.87654, matchedOn: 'alias', nameAt: 1 } as const
const foundBy = {
  version: '2026-11-20-0123456789ab',
  idNo: null,
  name: 'Ötekı Uydurma Biri',
  facts: { birthYears: [[1973, 1973]], countries: ['sy'] },
} as const

test('a match states the entry, the score and the matching name', () => {
  expect(matchOf(hit, entry, foundBy)).toEqual({
    listVersion: '2026-11-20-0123456789ab',
    entryId: '42',
    name: 'Biri Uydurma',
    aliases: ['Öteki Uydurma', 'B. Uydurma', 'Abu X'],
    idNo: '100 000 001-46',
    birthDate: '1970-01-31; 1972',
    nationality: 'Türkiye; Iraq',
    program: 'MASAK',
    reason: '6415 sayılı Kanun',
    score: '0.877',
    matchedOn: 'alias',
    matchedName: 'Öteki Uydurma',
    matchedBirthDate: '1972',
    record: { SIRA: '1' },
    explanation: {
      name: '0.851',
      parts: [
        { query: 'oteki', entry: 'oteki', how: 'same', weight: '1.30' },
        { query: 'uydurma', entry: 'uydurma', how: 'same', weight: '1.30' },
        { query: 'biri', entry: null, how: 'leftOver', weight: '1.30' },
      ],
      facts: [
        { fact: 'birthYear', agrees: false, effect: '0.96' },
        { fact: 'country', agrees: false, effect: '0.90' },
      ],
    },
  })
})

test.each([
  [2, []],
  [3, ['weakAlias']],
])('name %i of the entry is explained with its weakness, if it has one', (at, facts) => {
  const found = matchOf({ ...hit, nameAt: at }, entry, { ...foundBy, facts: noFacts })
  expect(found.explanation?.facts.map(({ fact }) => fact)).toEqual(facts)
})

test('an equal number needs no explanation, and no date was compared', () => {
  const byNumber = { ...hit, matchedOn: 'idNo', nameAt: 0 } as const
  const { explanation, matchedBirthDate } = matchOf(byNumber, entry, foundBy)
  expect([explanation, matchedBirthDate]).toEqual([null, null])
})

test.each([
  ['u-12345', 'U12345'],
  ['10000000146', '100 000 001-46'],
  ['99', '100 000 001-46'],
])('asked for number %s, of several numbers the match shows %s', (idNo, shown) => {
  expect(matchOf(hit, entry, { ...foundBy, idNo }).idNo).toBe(shown)
})

test('of an entry without a number none is shown', () => {
  expect(matchOf(hit, { ...entry, idNos: [] }, { ...foundBy, idNo: '99' }).idNo).toBeNull()
})
