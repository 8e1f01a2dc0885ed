import { nameScore } from './name-score.ts'
import { nameTokens } from './name-tokens.ts'
import { tokenOf } from './token.ts'

/** Two names, and whether a person says that they are one person's or company's. */
export interface LabelledPair {
  readonly sought: string
  readonly listed: string
  readonly isSame: boolean
}

export interface ScoredPair extends LabelledPair {
  readonly score: number
}

/** How well the pairs are classified at one threshold; null if there are none. */
export interface Evaluation {
  readonly threshold: number
  readonly precision: number | null
  readonly recall: number | null
  readonly f1: number | null
}

const tokensOf = (name: string) => nameTokens(name).map(tokenOf)

export const scored = (pair: LabelledPair): ScoredPair => ({
  ...pair,
  score: nameScore(tokensOf(pair.sought), tokensOf(pair.listed)),
})

export function evaluation(pairs: readonly ScoredPair[], threshold: number): Evaluation {
  const found = pairs.filter(({ score }) => score >= threshold)
  const right = found.filter(({ isSame }) => isSame).length
  const same = pairs.filter(({ isSame }) => isSame).length
  return {
    threshold,
    precision: ratio(right, found.length),
    recall: ratio(right, same),
    f1: ratio(2 * right, found.length + same),
  }
}

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/** The pairs that are furthest on the wrong side of the threshold. */
export const worstMisses = (
  pairs: readonly ScoredPair[],
  threshold: number,
  most: number,
): readonly ScoredPair[] =>
  pairs
    .filter(({ isSame, score }) => isSame !== score >= threshold)
    .toSorted((one, other) => Math.abs(other.score - threshold) - Math.abs(one.score - threshold))
    .slice(0, most)
