import type { Token } from './token.ts'
import { genericWords, titles } from './word-lists.ts'

/** Tuned on one half of the generated pairs; the other half is only measured. */
const weights = {
  /** A rare word, which most surnames and the names of companies are. */
  rare: 1.3,
  given: 1,
  commonSurname: 1.1,
  patronymic: 0.7,
  short: 0.7,
  number: 1,
  initial: 0.6,
  generic: 0.5,
  title: 0.15,
  form: 0.15,
  stop: 0.05,
}

const SHORT = 2
const NAMES_BESIDE_A_TITLE = 2

/** What each part of a name tells of whose it is. */
export function weightsOf(tokens: readonly Token[]): readonly number[] {
  const names = tokens.filter(({ kind, text }) => kind === 'name' && !titles.has(text)).length
  return tokens.map((token) => weightOf(token, names))
}

/** `names`: how many parts of the name are neither titles nor words that hold it together. */
function weightOf({ kind, text, given, isKnown }: Token, names: number): number {
  if (kind !== 'name') return weights[kind]
  if (titles.has(text)) return names >= NAMES_BESIDE_A_TITLE ? weights.title : weights.given
  if (genericWords.has(text)) return weights.generic
  if (text.length <= SHORT) return weights.short
  if (names > 2 && /.(?:ovich|evich|ovna|evna|ichna|ovic|evic)$/.test(text)) {
    return weights.patronymic
  }
  if (given !== undefined) return weights.given
  return isKnown ? weights.commonSurname : weights.rare
}
