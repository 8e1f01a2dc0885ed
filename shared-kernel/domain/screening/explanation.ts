import { type FactCompared, type Facts, factsCompared } from './facts.ts'
import { type How, likenessOf } from './likeness.ts'
import { alignment, WEAK_NAME } from './name-score.ts'
import { nameTokens } from './name-tokens.ts'
import { type Token, tokenOf } from './token.ts'
import { weightsOf } from './token-weights.ts'

/** A part of the query and the part of the listed name that it was taken for; null where there is none. */
export interface ExplainedPart {
  readonly query: string | null
  readonly entry: string | null
  readonly how: How | 'leftOver'
  readonly weight: number
}

/** Why a name has its score: the score is `name`, times every fact’s effect. */
export interface Explanation {
  readonly name: number
  readonly parts: readonly ExplainedPart[]
  readonly facts: readonly FactCompared[]
}

/** Compares two names once more, and says which parts were taken for which. */
export function explanationOf(
  sought: { readonly name: string; readonly facts: Facts },
  listed: { readonly name: string; readonly facts: Facts; readonly isWeakName: boolean },
): Explanation {
  const query = nameTokens(sought.name).map(tokenOf)
  const entry = nameTokens(listed.name).map(tokenOf)
  const weights = weightsOf(query)
  const { score, pairings } = alignment({ query, listed: entry, weights, compare: likenessOf })
  const found = pairings.map(({ query: of, listed: at, how, weight }) => ({
    query: textOf(query, of),
    entry: textOf(entry, at),
    how,
    weight,
  }))
  const entryWeights = weightsOf(entry)
  const leftOfQuery = leftOver(
    query,
    pairings.flatMap((pairing) => pairing.query),
  )
  const leftOfEntry = leftOver(
    entry,
    pairings.flatMap((pairing) => pairing.listed),
  )
  return {
    name: score,
    parts: [
      ...found,
      ...leftOfQuery.map((at) => ({
        query: textOf(query, [at]),
        entry: null,
        how: 'leftOver' as const,
        weight: weights[at] ?? 0,
      })),
      ...leftOfEntry.map((at) => ({
        query: null,
        entry: textOf(entry, [at]),
        how: 'leftOver' as const,
        weight: entryWeights[at] ?? 0,
      })),
    ],
    facts: [
      ...(listed.isWeakName ? [weakAlias] : []),
      ...factsCompared(sought.facts, listed.facts),
    ],
  }
}

const weakAlias: FactCompared = { fact: 'weakAlias', agrees: false, effect: WEAK_NAME }

const textOf = (tokens: readonly Token[], places: readonly number[]) =>
  places
    .toSorted((one, other) => one - other)
    .map((at) => tokens[at]?.text ?? '')
    .join(' ')

const leftOver = (tokens: readonly Token[], taken: readonly number[]) =>
  Array.from(tokens.keys()).filter((at) => !taken.includes(at))
