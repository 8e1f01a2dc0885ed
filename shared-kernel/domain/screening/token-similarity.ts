import { jaroWinkler, levenshteinSimilarity } from './edit-similarity.ts'
import { givenName } from './given-names.ts'
import { soundOf } from './sound.ts'

/** A token of a name, with all that it is compared by. */
export interface Token {
  readonly text: string
  readonly sound: string
  /** The usual spelling, where it is a given name that is known. */
  readonly given: string | undefined
}

export const tokenOf = (text: string): Token => ({
  text,
  sound: soundOf(text),
  given: givenName(text),
})

const SAME_NAME = 0.98
const SAME_SOUND = 0.95
const INITIAL = 0.7
/** Below this two tokens have nothing to do with each other. */
export const UNLIKE = 0.72

/** How alike two tokens are: 1 for equal ones, 0 below what could be a slip of the pen. */
export function tokenSimilarity(left: Token, right: Token): number {
  if (left.text === right.text) return 1
  if (left.given !== undefined && right.given !== undefined) {
    return left.given === right.given ? SAME_NAME : 0
  }
  if (left.text.length === 1 || right.text.length === 1) {
    return left.text[0] === right.text[0] ? INITIAL : 0
  }
  if (/\d/.test(left.text) || /\d/.test(right.text)) return 0
  const similarity = Math.max(
    spelledAlike(left.text, right.text),
    SAME_SOUND * spelledAlike(left.sound, right.sound),
  )
  return similarity < UNLIKE ? 0 : similarity
}

const spelledAlike = (left: string, right: string): number =>
  left === right ? 1 : (jaroWinkler(left, right) + levenshteinSimilarity(left, right)) / 2
