import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likenessOf } from '#kernel/domain/screening/likeness.ts'
import { THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { nameTokens } from '#kernel/domain/screening/name-tokens.ts'
import { tokenOf } from '#kernel/domain/screening/token.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import { measured, pairsOf, scoreOf } from './pairs.ts'

const similarity = (one: string, other: string) =>
  likenessOf(tokenOf(one), tokenOf(other))?.similarity ?? 0

test.each([
  ['İBRAHİM IŞIK', 'ibrahim isik'],
  ['Ağaoğlu Çöl Şükrü Üzüm', 'Ağaoğlu çöl şükrü ÜZÜM'],
  ['Владимир', 'Vladimir'],
  ['ﬁliz', 'FİLİZ'],
])('%s and %s are one after folding', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

test('folding is ASCII, lower case, and done once for all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const folded = fold(text)
      // oxlint-disable-next-line no-control-regex
      expect(folded).toMatch(/^[\0-\x7F]*$/)
      expect(fold(folded)).toBe(folded)
    }),
  )
})

test.each([
  ['Hacı Dr. Mehmet Öz', ['haci', 'dr', 'mehmet', 'oz']],
  ['Kara Oğlu', ['karaoglu']],
  ['Rıza Efendi Zadeh', ['riza', 'efendizade']],
  [
    'Uydurma Kuyumculuk San. ve Tic. Ltd. Şti.',
    ['uydurma', 'kuyumculuk', '%san', '%ve', '%tic', '@limited'],
  ],
  ['UYDURMA A.Ş.', ['uydurma', '@stock']],
  ['Uydurma Anonim Şirketi', ['uydurma', '@stock']],
  ['OAO Uydurma', ['@stock', 'uydurma']],
  ['Apple, Inc.', ['apple', '@incorporated']],
  ['SiemensAG', ['siemens', '@stock']],
  ['JSCARGUMENT', ['@stock', 'argument']],
  ['argumentjsc', ['argument', '@stock']],
  ['UYDURMALTDŞTİ', ['uydurma', '@limited']],
  ['UydurmaLimited', ['uydurma', '@limited']],
  ['Zaozerny', ['zaozerny']],
  ['Nilltd', ['nilltd']],
  ['AT&T', ['att']],
  ['Ali As', ['ali', 'as']],
  ['S. Sağlam', ['s', 'saglam']],
  ['G. S. Kaya', ['g', 's', 'kaya']],
  ['J.R.R. Tolkien', ['j', 'r', 'r', 'tolkien']],
  ['Mehmet Aden', ['mehmet', 'aden']],
  ['Second Factory', ['#2', 'factory']],
  ['Factory No. 012', ['factory', 'no', '#12']],
  ['Elizabeth II', ['elizabeth', '#2']],
  ['习近平', ['xi', 'jin', 'ping']],
  ['Mehmet San', ['mehmet', 'san']],
  ['Öz, Mehmet', ['mehmet', 'oz']],
  ['Usama bin Laden', ['usama', '%bin', 'laden']],
  ['Abd al-Rahman al-Suri', ['abdrahman', '%al', 'suri']],
  ['Abdurrahman Suri', ['abdrahman', 'suri']],
  ['Salah al-Din', ['salahdin']],
  ["O'Neil", ['oneil']],
  ['Hacı', ['haci']],
  ['', []],
])('of %s these parts are compared', (name, parts) => {
  expect(nameTokens(name)).toEqual(parts)
})

test.each([
  ['muhammed', 'mehmet'],
  ['mohammed', 'mehmet'],
  ['huseyin', 'hussain'],
  ['cemal', 'jamal'],
  ['bagdadi', 'baghdadi'],
  ['yilmaz', 'ylmaz'],
])('%s may be %s', (one, other) => {
  expect(similarity(one, other)).toBeGreaterThan(0.9)
})

test.each([
  ['hasan', 'hakan'],
  ['ayse', 'aysel'],
  ['murat', 'mert'],
  ['yilmaz', 'yildiz'],
])('%s is not %s', (one, other) => {
  expect(similarity(one, other)).toBe(0)
})

test('likeness is the same both ways, and whole for the same word', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/)
  fc.assert(
    fc.property(word, word, (one, other) => {
      const forth = similarity(one, other)
      expect(similarity(other, one)).toBe(forth)
      expect(forth).toBeGreaterThanOrEqual(0)
      expect(forth).toBeLessThanOrEqual(1)
      expect(similarity(one, one)).toBe(1)
    }),
  )
})

test('a name answers wholly to itself, in any order and case, and to no name more than that', () => {
  const name = fc.array(fc.stringMatching(/^[a-zçğıöşü]{3,9}$/), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(scoreOf(one.join(' '), one.join(' '))).toBeCloseTo(1)
      expect(scoreOf(one.join(' '), other.join(' '))).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
  expect(scoreOf('YILMAZ AHMET', 'Ahmet Yılmaz')).toBeCloseTo(1)
})

test('what only the list has costs less than what only the query has', () => {
  expect(scoreOf('Ahmet Yılmaz', 'Ahmet Can Yılmaz')).toBeGreaterThan(
    scoreOf('Ahmet Can Yılmaz', 'Ahmet Yılmaz'),
  )
})

test.each([
  ['Garanti Bankası', 'GARANTİ KURGU BANKASI', false],
  ['Garanti Bankası', 'Garanti Bankası Kurgu', true],
  ['Kurgu Garanti Bankası', 'Kurgu Örnek Garanti Bankası', true],
  ['Ahmet Yılmaz', 'Ahmet Can Yılmaz', true],
])(
  'between a company’s one telling word and its business, another word makes another company: %s and %s',
  (sought, listed, isFound) => {
    expect(scoreOf(sought, listed) >= THRESHOLD).toBe(isFound)
  },
)

test.each(['A.Ş.', 'M.', 've', 'J. R. R.', 'Ltd. Şti.', 'Limited'])(
  'a name of parts that tell nothing, %s, answers to itself and to no longer name',
  (name) => {
    expect(scoreOf(name, name)).toBe(1)
    expect(scoreOf(name, `${name} Uydurma`)).toBeLessThan(0.5)
  },
)

test('a single word matches no one', () => {
  expect(scoreOf('Yılmaz', 'Ahmet Yılmaz')).toBeLessThan(0.8)
  expect(scoreOf('Mehmet', 'Mehmet Kaya')).toBeLessThan(0.8)
})

test('of the pairs that were not used for tuning, at least eight of ten are distinguished', () => {
  const reporting = pairsOf('reporting')
  expect(pairsOf('tuning').length + reporting.length).toBeGreaterThanOrEqual(300)
  expect(measured(reporting).f1).toBeGreaterThanOrEqual(0.8)
})
