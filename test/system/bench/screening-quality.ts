import { noFacts } from '#kernel/domain/screening/facts.ts'
import { listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { searchIn } from '#kernel/domain/screening/search.ts'
import { measured, pairsOf, scoreOf } from '#test/shared-kernel/domain/screening/pairs.ts'
import { generatedPairs } from '#test/support/screening/generated-pairs.ts'
import { qualityOf, sharesFound } from '#test/support/screening/measured.ts'
import { listedNames, ordinaryNames } from '#test/support/screening/ordinary-names.ts'
import type { Run } from './benchmark.ts'

const LISTED = 25_000
const ORDINARY = 2_000

/** How well names are matched, on the half of the pairs that nothing was tuned on. */
export function screeningQuality({ quick, tell }: Run): Readonly<Record<string, number>> {
  const pairs = generatedPairs('reporting', quick ? 100 : 500)
  tell(`threshold ${THRESHOLD}, on ${pairs.length} generated pairs that nothing was tuned on`)
  const of = (kind: 'person' | 'company') => {
    const those = pairs.filter(({ variation }) => variation.of === kind)
    return qualityOf(those, ({ sought, listed }) => scoreOf(sought, listed) >= THRESHOLD).f1
  }
  return {
    ...qualityOf(pairs, ({ sought, listed }) => scoreOf(sought, listed) >= THRESHOLD),
    f1Persons: of('person'),
    f1Companies: of('company'),
    f1WrittenPairs: measured(pairsOf('reporting')).f1,
    ...inPercent(sharesFound(pairs, scoreOf, THRESHOLD)),
    ...falseHits(quick ? ORDINARY / 4 : ORDINARY),
  }
}

/** By culture, the percentage of ordinary names that match a list of 25 000. */
function falseHits(count: number): Readonly<Record<string, number>> {
  const builder = listIndexBuilder()
  for (const name of listedNames(LISTED)) {
    builder.add({ names: [name], weakNames: [], idNos: [], ...noFacts })
  }
  const search = searchIn(builder.build())
  const isHit = (name: string) =>
    search({ idNo: null, name, surname: null, facts: noFacts, threshold: THRESHOLD }).length > 0
  const cultures = ['turkish', 'english', 'arabic'] as const
  return Object.fromEntries(
    cultures.map((culture) => {
      const names = ordinaryNames(culture, count)
      return [`ordinary names hit, ${culture} %`, (100 * names.filter(isHit).length) / names.length]
    }),
  )
}

const inPercent = (shares: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(shares).map(([name, share]) => [`${name} %`, 100 * share]))
