import { jaroWinkler, levenshteinSimilarity } from './edit-similarity.ts'
import { givenName } from './given-names.ts'
import { soundOf } from './sound.ts'

/** A token of a name, with the forms that comparisons use. */
export interface Token {
  readonly text: string
  readonly sound: string
  /** The usual spelling, if it is a known given name. */
  readonly given: string | undefined
  readonly hasDigit: boolean
}

export const tokenOf = (text: string): Token => ({
  text,
  sound: soundOf(text),
  given: givenName(text),
  hasDigit: /\d/.test(text),
})

export type Similarity = (left: Token, right: Token) => number

const SAME_NAME = 0.98
const SAME_SOUND = 0.95
const INITIAL = 0.7
/** Below this score two tokens are unrelated. */
const UNLIKE = 0.72

/** The similarity of two tokens: 1 for equal ones, 0 below what a spelling difference explains. */
export function tokenSimilarity(left: Token, right: Token): number {
  if (left.text === right.text) return 1
  if (left.given !== undefined && right.given !== undefined) {
    return left.given === right.given ? SAME_NAME : 0
  }
  if (left.text.length === 1 || right.text.length === 1) {
    return left.text[0] === right.text[0] ? INITIAL : 0
  }
  if (left.hasDigit || right.hasDigit) return 0
  const similarity = Math.max(
    spelledAlike(left.text, right.text),
    SAME_SOUND * spelledAlike(left.sound, right.sound),
  )
  return similarity < UNLIKE ? 0 : similarity
}

function spelledAlike(left: string, right: string): number {
  if (left === right) return 1
  const untouched = levenshteinSimilarity(left, right)
  // The other half of the mean cannot make up for this.
  if (untouched + 1 < 2 * UNLIKE) return 0
  return (jaroWinkler(left, right) + untouched) / 2
}

/** The same for many comparisons with a few tokens: each comparison is done once. */
export function rememberedSimilarity(): Similarity {
  const known = new Map<Token, Map<Token, number>>()
  return (left, right) => {
    const ofLeft = known.get(left) ?? new Map<Token, number>()
    known.set(left, ofLeft)
    const before = ofLeft.get(right)
    if (before !== undefined) return before
    const similarity = tokenSimilarity(left, right)
    ofLeft.set(right, similarity)
    return similarity
  }
}
