import { editDistance } from './edit-distance.ts'
import type { Token } from './token.ts'

/** Why two tokens are taken for one. */
export type How =
  | 'same'
  | 'givenName'
  | 'spelling'
  | 'sound'
  | 'initial'
  | 'article'
  | 'script'
  | 'joined'

export interface Likeness {
  readonly similarity: number
  readonly how: How
}

const likeness = (how: How, similarity: number): Likeness => ({ how, similarity })

const same = likeness('same', 1)
const givenName = likeness('givenName', 0.97)
const sameSound = likeness('sound', 0.94)
const initial = likeness('initial', 0.8)
const article = likeness('article', 0.9)
export const joined = likeness('joined', 0.97)

/** By the length of the longer word: what a difference of one or two letters leaves. */
const oneEdit = [0, 0, 0, 0.56, 0.66, 0.8, 0.88].map((value) => likeness('spelling', value))
const twoEdits = [0, 0, 0, 0, 0, 0, 0.6, 0.68, 0.74, 0.8].map((value) =>
  likeness('spelling', value),
)
const oneEditOfSound = [0, 0, 0, 0, 0.6, 0.74, 0.82].map((value) => likeness('sound', value))
/** By the number of consonants. */
const sameConsonants = [0, 0.6, 0.78, 0.85].map((value) => likeness('script', value))

const SHORTEST_FOR_TWO_EDITS = 6
const SHORTEST_FOR_ONE = 2

/** How many letters of a word may be wrong. */
export const editsIn = (length: number): number =>
  length < SHORTEST_FOR_ONE ? 0 : length < SHORTEST_FOR_TWO_EDITS ? 1 : 2
export const editsInSound = (length: number): number => (length < 3 ? 0 : 1)

/** How alike two tokens are; undefined if no usual difference explains them. */
export function likenessOf(left: Token, right: Token): Likeness | undefined {
  if (left.key === right.key) return same
  if (left.kind === 'initial' || right.kind === 'initial') return initialLikeness(left, right)
  if (left.kind !== 'name' || right.kind !== 'name') return undefined
  if (left.given !== undefined && right.given !== undefined) {
    return left.given === right.given ? givenName : undefined
  }
  return best(best(spelled(left, right), sounded(left, right)), acrossScripts(left, right))
}

const best = (one: Likeness | undefined, other: Likeness | undefined) =>
  (other?.similarity ?? 0) > (one?.similarity ?? 0) ? other : one

function initialLikeness(left: Token, right: Token): Likeness | undefined {
  const isName = left.kind === 'name' || right.kind === 'name'
  const isWord = left.kind !== 'stop' && right.kind !== 'stop'
  return isName && isWord && left.text[0] === right.text[0] && left.script === right.script
    ? initial
    : undefined
}

function spelled(left: Token, right: Token): Likeness | undefined {
  if (left.isKnown && right.isKnown) return undefined
  if (left.script === 'consonants' || right.script === 'consonants') {
    return left.key === otherEnding(right) ? sameSound : undefined
  }
  const shorter = Math.min(left.text.length, right.text.length)
  const limit = left.isKnown || right.isKnown ? Math.min(1, editsIn(shorter)) : editsIn(shorter)
  const distance = editDistance(left.text, right.text, limit)
  if (distance === 0) return same
  const longer = Math.max(left.text.length, right.text.length)
  return distance > limit ? undefined : upTo(distance === 1 ? oneEdit : twoEdits, longer)
}

/** `نعمة` and `نعمت`: the key with the other of two last letters. */
export const otherEnding = ({ key, script }: Token): string | undefined =>
  script === 'consonants' && /..[ht]$/.test(key)
    ? key.slice(0, -1) + (key.endsWith('h') ? 't' : 'h')
    : undefined

function sounded(left: Token, right: Token): Likeness | undefined {
  if (left.sound === '' || right.sound === '') return undefined
  if (left.sound === right.sound) return sameSound
  if (
    left.bareSound === right.sound ||
    right.bareSound === left.sound ||
    (left.bareSound !== undefined && left.bareSound === right.bareSound)
  ) {
    return article
  }
  if (left.isKnown && right.isKnown) return undefined
  const shorter = Math.min(left.sound.length, right.sound.length)
  const limit = editsInSound(shorter)
  return editDistance(left.sound, right.sound, limit) > limit
    ? undefined
    : upTo(oneEditOfSound, Math.max(left.sound.length, right.sound.length))
}

function acrossScripts(left: Token, right: Token): Likeness | undefined {
  if (left.script === right.script) return undefined
  const shared = left.skeletons.filter((skeleton) => right.skeletons.includes(skeleton))
  const longest = Math.max(0, ...shared.map((skeleton) => skeleton.length))
  return upTo(sameConsonants, longest)
}

function upTo(table: readonly Likeness[], at: number): Likeness | undefined {
  const found = table[Math.min(at, table.length - 1)]
  return found === undefined || found.similarity === 0 ? undefined : found
}

export type Compare = (left: Token, right: Token) => Likeness | undefined

/** The same for many comparisons with a few tokens: each comparison is done once. */
export function rememberedLikeness(): Compare {
  const known = new Map<Token, Map<Token, Likeness | undefined>>()
  return (left, right) => {
    const ofLeft = known.get(left) ?? new Map<Token, Likeness | undefined>()
    known.set(left, ofLeft)
    const before = ofLeft.get(right)
    if (before !== undefined || ofLeft.has(right)) return before
    const found = likenessOf(left, right)
    ofLeft.set(right, found)
    return found
  }
}
