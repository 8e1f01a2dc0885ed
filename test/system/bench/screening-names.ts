import { spelledOneWay } from '#kernel/domain/screening/given-name-list.ts'
import { spelledDifferently } from '#kernel/domain/screening/given-name-spellings.ts'

const SURNAMES = 60_000
const syllables =
  'ka ra öz de mir yıl maz taş kur bul ak gün er do ğan çe lik şa hin tek in bo ko ro vic man son berg ia ha li zu ma pe tu nov ski al bay oğlu han ul cı'.split(
    ' ',
  )

/** The same numbers from the same seed, every time. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Names as lists have them: a few given names and surnames are frequent, most are rare. */
export function inventedNames(seed: number): () => string {
  const random = randomFrom(seed)
  const frequentFirst = <T>(items: readonly T[]) => items[Math.floor(random() ** 2 * items.length)]
  const anyOf = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]
  const given = `${spelledDifferently} ${spelledOneWay}`.trim().split(/\s+/)
  const surnames = Array.from({ length: SURNAMES }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => anyOf(syllables)).join(''),
  )
  return () => {
    const names =
      random() < 0.3 ? [frequentFirst(given), frequentFirst(given)] : [frequentFirst(given)]
    return [...names, frequentFirst(surnames)].join(' ')
  }
}

/** One letter left out, doubled, or changed places with the next one. */
export function misspelled(name: string, at: number): string {
  const place = 1 + (at % Math.max(1, name.length - 2))
  const [before, letter, after] = [name.slice(0, place), name.charAt(place), name.slice(place + 1)]
  if (at % 3 === 0) return before + after
  if (at % 3 === 1) return before + letter + letter + after
  return before + after.slice(0, 1) + letter + after.slice(1)
}
