import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameScore, THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { nameTokens } from '#kernel/domain/screening/name-tokens.ts'
import { tokenOf } from '#kernel/domain/screening/token.ts'

/** Two names, and whether a person would say that they can be one person's. All are invented. */
interface Pair {
  readonly sought: string
  readonly listed: string
  readonly isSame: boolean
}

/** Weights and threshold were found on `tuning` alone; what is published is measured on `reporting`. */
export function pairsOf(half: 'tuning' | 'reporting'): readonly Pair[] {
  const file = join(import.meta.dirname, 'pairs', `${half}.csv`)
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [sought = '', listed = '', same] = line.split(';')
    return { sought, listed, isSame: same === 'yes' }
  })
}

export const scoreOf = (sought: string, listed: string): number =>
  nameScore(nameTokens(sought).map(tokenOf), nameTokens(listed).map(tokenOf))

export function measured(pairs: readonly Pair[], threshold = THRESHOLD) {
  const found = pairs.filter(({ sought, listed }) => scoreOf(sought, listed) >= threshold)
  const right = found.filter(({ isSame }) => isSame).length
  const precision = right / found.length
  const recall = right / pairs.filter(({ isSame }) => isSame).length
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}
