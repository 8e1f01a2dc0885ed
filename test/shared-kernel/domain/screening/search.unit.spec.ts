import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  birthYearsIn,
  nearestBirthDate,
  type YearRange,
} from '#kernel/domain/screening/birth-years.ts'
import { countryCodes } from '#kernel/domain/screening/countries.ts'
import { agreement, type Facts, noFacts } from '#kernel/domain/screening/facts.ts'
import { type ListedEntity, listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { type Sought, searchIn } from '#kernel/domain/screening/search.ts'
import { pairsOf, scoreOf } from './pairs.ts'

const entity = (name: string, others: Partial<ListedEntity> = {}): ListedEntity => ({
  names: [name],
  weakNames: [],
  idNos: [],
  ...noFacts,
  ...others,
})

function searchOf(...entities: readonly ListedEntity[]) {
  const builder = listIndexBuilder()
  for (const each of entities) builder.add(each)
  const search = searchIn(builder.build())
  return (sought: Partial<Sought>) =>
    search({
      idNo: null,
      name: null,
      surname: null,
      facts: noFacts,
      threshold: THRESHOLD,
      ...sought,
    })
}

test('the best match comes first, and each entry once', () => {
  const search = searchOf(
    entity('Ahmet Can Yılmaz'),
    entity('Ahmet Yılmaz', { names: ['Ahmet Yılmaz', 'Ahmed Yilmaz'] }),
    entity('Başka Biri'),
  )
  expect(search({ name: 'Ahmet Yılmaz' })).toEqual([
    { entry: 1, score: 1, matchedOn: 'name', nameAt: 0 },
    { entry: 0, score: expect.closeTo(0.87, 2), matchedOn: 'name', nameAt: 0 },
  ])
})

test('an equal identity number wins outright, however it is written', () => {
  const idNo = fc.stringMatching(/^[A-Z0-9]{5,12}$/)
  fc.assert(
    fc.property(idNo, fc.string(), (number, name) => {
      const search = searchOf(
        entity('Biri', { idNos: [number], birthYears: [[1900, 1900]], countries: ['kp'] }),
      )
      const facts: Facts = { birthYears: [[1999, 1999]], countries: ['tr'] }
      const written = ` ${number.toLowerCase().split('').join('-')} `
      expect(search({ idNo: written, name, facts })).toEqual([
        { entry: 0, score: 1, matchedOn: 'idNo', nameAt: 0 },
      ])
    }),
  )
})

test('a number of separators only matches no one', () => {
  expect(searchOf(entity('Biri', { idNos: ['-'] }))({ idNo: '...' })).toEqual([])
})

test('an alias that the list marks as weak counts for less', () => {
  const search = searchOf(entity('Biri Uydurma', { weakNames: ['Reis Hayal'] }))
  expect(search({ name: 'Reis Hayal' })).toEqual([
    { entry: 0, score: 0.9, matchedOn: 'alias', nameAt: 1 },
  ])
})

test('a surname keeps those who bear it, as the last part of any of their names', () => {
  const search = searchOf(
    entity('Ahmet Yılmaz'),
    entity('Ahmet Kaya', { names: ['Ahmet Kaya', 'Ahmet Kaya Yilmaz'] }),
    entity('Yılmaz Kaya'),
  )
  expect(search({ surname: 'YILMAZ' }).map(({ entry }) => entry)).toEqual([0, 1])
  expect(search({ name: 'Ahmet Kaya', surname: 'Yılmaz' }).map(({ entry }) => entry)).toEqual([1])
  expect(search({ name: 'Ahmet Kaya', surname: 'Demir' })).toEqual([])
})

test('facts are compared symmetrically, only lower a score, and change nothing where one is unknown', () => {
  const year = fc.integer({ min: 1900, max: 2020 })
  const facts: fc.Arbitrary<Facts> = fc.record({
    birthYears: fc.array(
      fc.tuple(year, fc.nat({ max: 5 })).map(([from, more]): YearRange => [from, from + more]),
      { maxLength: 3 },
    ),
    countries: fc.subarray(['tr', 'sy', 'iq', 'ir']),
  })
  fc.assert(
    fc.property(facts, facts, (one, other) => {
      expect(agreement(one, other)).toBe(agreement(other, one))
      expect(agreement(one, other)).toBeLessThanOrEqual(1)
      expect(agreement(one, other)).toBeGreaterThan(0.5)
      expect(agreement(one, one)).toBe(1)
      expect(agreement(one, noFacts)).toBe(1)
    }),
  )
})

test('a namesake of another age falls below the threshold, unless the list has no facts', () => {
  const search = searchOf(
    entity('Ahmet Yılmaz', { birthYears: [[1950, 1950]], countries: ['sy'] }),
    entity('Ahmet Yılmaz'),
  )
  const found = (year: number) =>
    search({
      name: 'Ahmet Yılmaz',
      facts: { birthYears: [[year, year]], countries: ['tr'] },
    }).map(({ entry }) => entry)
  expect(found(1980)).toEqual([1])
  expect(found(1953)).toEqual([1])
  expect(found(1951)).toEqual([1, 0])
})

const exactly = (...years: readonly number[]) => years.map((year) => [year, year])

test.each([
  ['1981-02-05', exactly(1981)],
  ['05.02.1981', exactly(1981)],
  ['19810205', exactly(1981)],
  ['1981-02', exactly(1981)],
  ['Nov. 1973', exactly(1973)],
  ['1966; 1968', exactly(1966, 1968)],
  ['1966 veya 1968', exactly(1966, 1968)],
  ['1958-1960', [[1958, 1960]]],
  ['1962/1963', [[1962, 1963]]],
  ['between 1958 and 1960', [[1958, 1960]]],
  ['1958 ile 1960 arası', [[1958, 1960]]],
  ['Between Aug. and Sep. 1977', exactly(1977)],
  ['yaklaşık 1970', [[1965, 1975]]],
  ['approximately 1970; 1981', [[1965, 1975], ...exactly(1981)]],
  ['approximately 1955-1958', [[1950, 1963]]],
  ['circa 1970', [[1965, 1975]]],
  ['c. 1970', [[1965, 1975]]],
  ['1970 civarı', [[1965, 1975]]],
  ['~1970', [[1965, 1975]]],
  ['Dec. 1970', exactly(1970)],
  ['1960s', [[1960, 1969]]],
  ['1960’lı yıllar', [[1960, 1969]]],
  ['late 1950s', [[1945, 1964]]],
  ['24/06/1402 (Hijri Calendar)', [[1981, 1982]]],
  ['1234567', []],
  ['bilinmiyor', []],
  [null, []],
])('%s tells of the years %j', (text, years) => {
  expect(birthYearsIn(text)).toEqual(years)
})

test.each([
  [1969, '1969-01-01'],
  [1956, 'approximately 1955'],
  [1963, 'approximately 1955'],
  [1965, '1969-01-01'],
])('of several dates the one that is nearest to %i is %s', (year, nearest) => {
  const listed = 'approximately 1955; bilinmiyor; 1969-01-01'
  expect(nearestBirthDate(listed, [[year, year]])).toBe(nearest)
  expect([nearestBirthDate('bilinmiyor', [[year, year]]), nearestBirthDate(listed, [])]).toEqual([
    null,
    null,
  ])
})

test('years between two listed dates are nobody’s', () => {
  const search = searchOf(entity('Ahmet Yılmaz', { birthYears: birthYearsIn('1955; 1986') }))
  const found = (year: number) =>
    search({ name: 'Ahmet Yılmaz', facts: { birthYears: [[year, year]], countries: [] } }).length
  expect([1955, 1970, 1985].map(found)).toEqual([1, 0, 1])
})

test('a listed year that is a guess loses no one who is a few years older or younger', () => {
  const search = searchOf(entity('Ahmet Yılmaz', { birthYears: birthYearsIn('about 1955') }))
  const scores = [0, 3, 5, 6, 7, 8].map((more) => {
    const facts: Facts = { birthYears: [[1955 + more, 1955 + more]], countries: [] }
    return search({ name: 'Ahmet Yılmaz', facts })[0]?.score
  })
  expect(scores).toEqual([1, 1, 1, 0.96, 0.9, undefined])
})

test.each([
  ['T.C.', ['tr']],
  ['TÜRKİYE', ['tr']],
  ['Suriye; Irak', ['sy', 'iq']],
  ['Suriye, Irak', ['sy', 'iq']],
  ['Rusya ve Ukrayna', ['ru', 'ua']],
  ['tr;us', ['tr', 'us']],
  ['Syrian Arab Republic', ['sy']],
  ['Iran (Islamic Republic of)', ['ir']],
  ['Korea, Republic of', ['kr']],
  ['Trinidad ve Tobago', ['tt']],
  ['RF', ['ru']],
  ['UK', ['gb']],
  ['uk', ['gb']],
  ['gb-sct', ['gb']],
  ['ZR', ['cd']],
  ['XK', ['xk']],
  ['suhh', []],
  ['SU', []],
  ['EU', []],
  ['qq', []],
  ['Hiçbir Yer', []],
])('%s names the countries %j', (text, codes) => {
  expect(countryCodes(text)).toEqual(codes)
})

test('the index loses none of the labelled pairs that a comparison of each with each would find', () => {
  const pairs = [...pairsOf('tuning'), ...pairsOf('reporting')]
  const search = searchOf(...pairs.map(({ listed }) => entity(listed)))
  for (const [entry, { sought, listed }] of pairs.entries()) {
    const isFound = search({ name: sought }).some((hit) => hit.entry === entry)
    expect([sought, listed, isFound]).toEqual([
      sought,
      listed,
      scoreOf(sought, listed) >= THRESHOLD,
    ])
  }
})

test('a slip of the pen anywhere in a long surname is found', () => {
  const search = searchOf(entity('Ahmet Çobanyıldızoğlu'))
  for (const name of ['Ahmet Cobanyildizoglu', 'Ahmet Çobanyıldzoğlu', 'Ahmet Çobnayıldızoğlu']) {
    expect(search({ name })).toHaveLength(1)
  }
})

test('what scores exactly the threshold is found, and not with the next one', () => {
  const names = ['Ahmet Can Yılmaz', 'Ahmet Yılmaz', 'Ahmed Yilmas', 'Ayşe Yılmaz', 'Can Ahmet']
  const search = searchOf(
    ...names.map((name, index) => entity(name, { weakNames: [`Ahmet ${index}`] })),
    entity('Ahmet Yılmas', { birthYears: [[1980, 1981]] }),
  )
  const sought = {
    name: 'Ahmet Yılmaz',
    facts: { ...noFacts, birthYears: [[1983, 1983]] as const },
  }
  const hits = search({ ...sought, threshold: 0.5 })
  expect(new Set(hits.map(({ score }) => score)).size).toBeGreaterThan(3)
  for (const { entry, score } of hits) {
    const at = (threshold: number) =>
      search({ ...sought, threshold }).some((hit) => hit.entry === entry)
    expect([names[entry], at(score), at(score + Number.EPSILON)]).toEqual([
      names[entry],
      true,
      false,
    ])
  }
})
