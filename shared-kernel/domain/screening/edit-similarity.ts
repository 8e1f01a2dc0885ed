const LONGEST = 64

// Reused for every comparison, because there are very many.
const taken = new Uint8Array(LONGEST)
const codes = new Uint16Array(LONGEST)
const row = new Uint8Array(LONGEST + 1)

/** Of longer words, only the beginning is compared. */
const bounded = (word: string) => (word.length > LONGEST ? word.slice(0, LONGEST) : word)

/** Jaro-Winkler: 1 for equal words, 0 for words without anything in common. */
export function jaroWinkler(one: string, other: string): number {
  const [left, right] = [bounded(one), bounded(other)]
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  const count = findMatches(short, long)
  if (count === 0) return 0
  const kept = count - transpositions(long, count)
  const jaro = (count / short.length + count / long.length + kept / count) / 3
  return jaro + Math.min(4, commonPrefix(short, long)) * 0.1 * (1 - jaro)
}

/** The share of the longer word that no edit changes: 1 for equal words. */
export function levenshteinSimilarity(one: string, other: string): number {
  const [left, right] = [bounded(one), bounded(other)]
  const longest = Math.max(left.length, right.length)
  return longest === 0 ? 1 : 1 - editDistance(left, right) / longest
}

/** Stores the letters that were found in `codes`, and marks their places in `taken`. */
function findMatches(short: string, long: string): number {
  const reach = Math.max(0, (long.length >> 1) - 1)
  taken.fill(0, 0, long.length)
  let count = 0
  for (let at = 0; at < short.length; at++) {
    const code = short.charCodeAt(at)
    const end = Math.min(long.length - 1, at + reach)
    for (let place = Math.max(0, at - reach); place <= end; place++) {
      if (taken[place] === 1 || code !== long.charCodeAt(place)) continue
      taken[place] = 1
      codes[count++] = code
      break
    }
  }
  return count
}

function transpositions(long: string, count: number): number {
  let crossed = 0
  let found = 0
  for (let place = 0; found < count; place++) {
    if (taken[place] === 1 && long.charCodeAt(place) !== codes[found++]) crossed += 1
  }
  return crossed / 2
}

function commonPrefix(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) if (left[at] !== right[at]) return at
  return length
}

function editDistance(left: string, right: string): number {
  for (let place = 0; place <= right.length; place++) row[place] = place
  for (let at = 0; at < left.length; at++) {
    const code = left.charCodeAt(at)
    let diagonal = at
    row[0] = at + 1
    for (let place = 1; place <= right.length; place++) {
      const above = row[place] ?? 0
      const before = row[place - 1] ?? 0
      const replaced = diagonal + (code === right.charCodeAt(place - 1) ? 0 : 1)
      row[place] = Math.min(replaced, above + 1, before + 1)
      diagonal = above
    }
  }
  return row[right.length] ?? 0
}
