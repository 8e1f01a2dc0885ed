import { createHash } from 'node:crypto'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { LRUCache } from 'lru-cache'
import { atMost } from '#kernel/platform/process/at-most.ts'

/** As a power of ten: fewer tries than these are few. A random secret of 24 digits takes 10^24. */
const FEWEST_GUESSES = 14

/** What people put into secrets here: words, and the rows of keyboards. */
const USUAL = (
  'sarraf api key secret password anahtar gizli parola sifre şifre ' +
  'qwertyuiop asdfghjkl zxcvbnm qwertyuıopğü asdfghjklşi zxcvbnmöç'
).split(' ')

const estimator = new ZxcvbnFactory({})

/** An import reads each line three times, and an estimate takes long. */
const answers = new LRUCache<string, boolean>(atMost(10_000))

/**
 * Whether a secret, however long, follows from little: one character or a pattern again and again, a sequence, a row
 * of the keyboard, a name that others know. Also where two such texts are mixed, as in a1b2c3.
 */
export function isGuessable(secret: string, knownToOthers: readonly string[]): boolean {
  const question = createHash('sha256').update(JSON.stringify([secret, knownToOthers]))
  const digest = question.digest('base64')
  const answer = answers.get(digest) ?? followsFromLittle(secret, knownToOthers)
  answers.set(digest, answer)
  return answer
}

function followsFromLittle(secret: string, knownToOthers: readonly string[]): boolean {
  const characters = Array.from(secret)
  const mixtures = [
    [secret],
    partsOf(characters, (character) => /\p{L}/u.test(character)),
    partsOf(characters, (_character, index) => index % 2 === 0),
  ]
  const known = [...USUAL, ...knownToOthers]
  const guesses = (part: string) => (part === '' ? 0 : estimator.check(part, known).guessesLog10)
  return mixtures.some(
    (parts) => parts.reduce((sum, part) => sum + guesses(part), 0) < FEWEST_GUESSES,
  )
}

function partsOf(
  characters: readonly string[],
  isFirst: (character: string, index: number) => boolean,
): readonly string[] {
  const first = characters.filter(isFirst)
  const second = characters.filter((character, index) => !isFirst(character, index))
  return [first.join(''), second.join('')]
}
