import { hashOf } from '#kernel/domain/screening/hash.ts'
import { randomFrom } from './random.ts'
import { type Variation, variations } from './variations.ts'

export type Half = 'tuning' | 'reporting'

export interface GeneratedPair {
  readonly variation: Variation
  readonly sought: string
  readonly listed: string
}

const SEED = 20_261_122

/**
 * Pairs of every variation. A pair belongs to a half by a hash of its listed name, so a name
 * that the matcher was tuned on is never reported.
 */
export function generatedPairs(half: Half, perVariation = 200): readonly GeneratedPair[] {
  return variations.flatMap((variation) => {
    const random = randomFrom(SEED ^ hashOf(variation.name))
    const found: GeneratedPair[] = []
    while (found.length < perVariation) {
      const { sought, listed } = variation.pair(random)
      if (sought !== listed && halfOf(listed) === half) found.push({ variation, sought, listed })
    }
    return found
  })
}

const halfOf = (listed: string): Half =>
  hashOf(listed.toUpperCase()) % 2 === 0 ? 'tuning' : 'reporting'
