import type { GeneratedPair } from './generated-pairs.ts'

export interface Quality {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

type Score = (sought: string, listed: string) => number

export function qualityOf(
  pairs: readonly GeneratedPair[],
  isFound: (pair: GeneratedPair) => boolean,
): Quality {
  const found = pairs.filter(isFound)
  const right = found.filter(({ variation }) => variation.isSame).length
  const precision = right / found.length
  const recall = right / pairs.filter(({ variation }) => variation.isSame).length
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

/** By variation, the share of its pairs that reach the threshold. */
export function sharesFound(
  pairs: readonly GeneratedPair[],
  score: Score,
  threshold: number,
): Readonly<Record<string, number>> {
  const shares = Map.groupBy(pairs, ({ variation }) => variation.name)
  return Object.fromEntries(
    [...shares].map(([name, group]) => [
      name,
      group.filter(({ sought, listed }) => score(sought, listed) >= threshold).length /
        group.length,
    ]),
  )
}
