import { distanceIn, firstRow, LONGEST_COMPARED, nextRow, rowsFor } from './edit-distance.ts'

/** Finds words within a few edits; every one, and no other. */
export interface NearWords {
  /** Calls `found` with the number of each word at most `limit` edits away. */
  readonly near: (word: string, limit: number, found: (place: number) => void) => void
}

/**
 * The words in alphabetical order, each with the length of the beginning that it shares with the word
 * before. Rows of the table of distances are kept for shared beginnings, as in a walk through a trie.
 */
export function nearWordsIn(words: readonly string[]): NearWords {
  const order = Uint32Array.from(words.keys()).toSorted((one, other) =>
    compareText(words[one] ?? '', words[other] ?? ''),
  )
  const sorted = Array.from(order, (place) => (words[place] ?? '').slice(0, LONGEST_COMPARED))
  const shared = Uint8Array.from(sorted, (word, at) => sharedBeginning(word, sorted[at - 1] ?? ''))
  const lengths = Uint8Array.from(sorted, ({ length }) => length)
  const rows = rowsFor()

  return {
    near(sought, limit, found) {
      const against = sought.slice(0, LONGEST_COMPARED)
      firstRow(rows, against.length)
      // Rows up to this one fit the word at hand; one below -1 says that no word with it can.
      let ready = 0
      let hopelessAt = LONGEST_COMPARED + 1
      for (let at = 0; at < sorted.length; at++) {
        const common = shared[at] ?? 0
        if (common >= hopelessAt) continue
        hopelessAt = LONGEST_COMPARED + 1
        ready = Math.min(ready, common)
        const length = lengths[at] ?? 0
        if (Math.abs(length - against.length) > limit) continue
        const word = sorted[at] ?? ''
        while (ready < length) {
          const least = nextRow({ rows, word, against, at: ready + 1, limit })
          ready += 1
          if (least > limit) {
            hopelessAt = ready
            break
          }
        }
        if (hopelessAt > LONGEST_COMPARED && distanceIn(rows, length, against.length) <= limit) {
          found(order[at] ?? 0)
        }
      }
    },
  }
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function sharedBeginning(word: string, before: string): number {
  const length = Math.min(word.length, before.length)
  for (let at = 0; at < length; at++) if (word[at] !== before[at]) return at
  return length
}
