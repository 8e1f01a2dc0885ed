import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noFacts } from '#kernel/domain/screening/facts.ts'
import { listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { nameScore } from '#kernel/domain/screening/name-score.ts'
import { nameTokens } from '#kernel/domain/screening/name-tokens.ts'
import { partsSearchIn } from '#kernel/domain/screening/parts-search.ts'
import { searchIn } from '#kernel/domain/screening/search.ts'
import { tokenOf } from '#kernel/domain/screening/token.ts'
import { cover } from '#test/support/cover.ts'
import { generatedPairs } from '#test/support/screening/generated-pairs.ts'
import { listedNames, ordinaryNames } from '#test/support/screening/ordinary-names.ts'

const tokensOf = (name: string) => nameTokens(name).map(tokenOf)
const byNumber = (one: number, other: number) => one - other

const pairs = generatedPairs('tuning', 15)
const listed = [
  ...pairs.map((pair) => pair.listed),
  ...listedNames(1500),
  'AT&T',
  'A.Ş.',
  'M.',
  'JSCARGUMENT',
  'GARANTİ KURGU BANKASI',
  'A T and T',
  'Siemens AG',
  'S. Sağlam',
  'G. S. Kaya',
  'Abd al-Rahman al-Suri',
  'محمد التكريتي',
  'Γιώργος Παπαδόπουλος',
]
const sought = [
  ...pairs.map((pair) => pair.sought),
  ...ordinaryNames('turkish', 60),
  ...ordinaryNames('arabic', 60),
  'ATT',
  'Garanti Bankası',
  'ArgumentJSC',
  'SiemensAG',
  'siemensag',
  'M. Sağlam',
  'Ali',
  'M.',
  'San ve Tic',
  'A.Ş.',
  'M. A.Ş.',
]
const listedTokens = listed.map(tokensOf)
const search = (() => {
  const builder = listIndexBuilder()
  for (const name of listed) builder.add({ names: [name], weakNames: [], idNos: [], ...noFacts })
  return searchIn(builder.build())
})()

test('a search finds what a comparison with every name of the list finds, no more and no less', () => {
  const cases = cover('found', 'not found')
  cases.assert(
    fc.property(
      fc.constantFrom(...sought),
      fc.constantFrom(...listed),
      fc.integer({ min: 65, max: 95 }),
      fc.nat({ max: 3 }),
      (name, other, percent, kind) => {
        const written = [
          name,
          `${name.split(' ')[0] ?? ''} ${other}`,
          `${name} ${other.split(' ').at(-1) ?? ''}`,
          other.replace(/[ -]/, ''),
        ]
        const query = written[kind] ?? name
        const threshold = percent / 100
        const found = search({ idNo: null, name: query, surname: null, facts: noFacts, threshold })
        const tokens = tokensOf(query)
        const scanned = listedTokens.flatMap((against, entry) =>
          nameScore(tokens, against) >= threshold ? [entry] : [],
        )
        cases.count(scanned.length === 0 ? 'not found' : 'found')
        expect([query, found.map(({ entry }) => entry).toSorted(byNumber)]).toEqual([
          query,
          scanned,
        ])
      },
    ),
    { numRuns: 250, atLeast: 5 },
  )
})

test('a word of hundreds of letters is cut only where its parts are on the list', () => {
  const builder = listIndexBuilder()
  for (const name of ['Ka La', 'Kala Mo', ...listed]) {
    builder.add({ names: [name], weakNames: [], idNos: [], ...noFacts })
  }
  const index = builder.build()
  let lookedUp = 0
  const { tokens } = index
  const idOf = (key: string) => {
    lookedUp += 1
    return tokens.idOf(key)
  }
  const namesWithParts = partsSearchIn({ ...index, tokens: { ...tokens, idOf } })
  expect(namesWithParts(tokenOf('kala'))).toEqual(new Set([0]))
  for (const part of ['ka', 'kala', 'monelizuvi', 'mohammed']) {
    lookedUp = 0
    expect(namesWithParts(tokenOf(part.repeat(500 / part.length)))).toEqual(new Set())
    expect(lookedUp).toBeLessThan(2_500)
  }
})
