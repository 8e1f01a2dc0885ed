import type { Random } from './random.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** One letter of a word is wrong, missing or one too many. */
export const withTypo = (random: Random, name: string): string =>
  inOneWord(random, name, (word) => {
    const at = random.below(word.length)
    const letter = random.anyOf(ALPHABET.replace(word.charAt(at).toLowerCase(), '').split(''))
    const kind = random.below(3)
    if (kind === 0) return word.slice(0, at) + word.slice(at + 1)
    if (kind === 1) return word.slice(0, at) + letter + word.slice(at)
    return word.slice(0, at) + letter + word.slice(at + 1)
  })

/** Two neighbouring letters change places. */
export const withTransposition = (random: Random, name: string): string =>
  inOneWord(random, name, (word) => {
    const places = word
      .split('')
      .flatMap((letter, at) =>
        letter.toLowerCase() !== (word[at + 1] ?? letter).toLowerCase() ? [at] : [],
      )
    const at = places.length === 0 ? 0 : random.anyOf(places)
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  })

const LONG_ENOUGH = 4

function inOneWord(random: Random, name: string, change: (word: string) => string): string {
  const words = name.split(' ')
  const long = words.flatMap((word, at) => (word.length >= LONG_ENOUGH ? [at] : []))
  if (long.length === 0) return name
  const changed = random.anyOf(long)
  return words.map((word, at) => (at === changed ? change(word) : word)).join(' ')
}
