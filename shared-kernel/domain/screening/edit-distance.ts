const LONGEST = 64
const WIDTH = LONGEST + 2

// Reused for every comparison, because there are very many.
const rows = new Uint8Array(WIDTH * (LONGEST + 1))

/**
 * Optimal string alignment: letters inserted, left out, replaced, or exchanged with a neighbour.
 * Above `limit` the answer is `limit + 1`. Of longer words, only the beginning is compared.
 */
export function editDistance(one: string, other: string, limit: number): number {
  const left = one.slice(0, LONGEST)
  const right = other.slice(0, LONGEST)
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  firstRow(rows, right.length)
  for (let at = 1; at <= left.length; at++) {
    if (nextRow({ rows, word: left, against: right, at, limit }) > limit) return limit + 1
  }
  return Math.min(limit + 1, rows[left.length * WIDTH + right.length] ?? limit + 1)
}

interface Row {
  readonly rows: Uint8Array
  readonly word: string
  readonly against: string
  /** The number of letters of the word that this row has read. */
  readonly at: number
  readonly limit: number
}

export const rowsFor = (): Uint8Array => new Uint8Array(WIDTH * (LONGEST + 1))

export const distanceIn = (table: Uint8Array, at: number, length: number): number =>
  table[at * WIDTH + length] ?? LONGEST

export const LONGEST_COMPARED = LONGEST

export function firstRow(table: Uint8Array, length: number): void {
  for (let place = 0; place <= length; place++) table[place] = place
}

/** Fills one row from the rows before it, in a band around the diagonal; the least distance in it. */
export function nextRow({ rows: table, word, against, at, limit }: Row): number {
  const start = at * WIDTH
  const before = start - WIDTH
  const code = word.charCodeAt(at - 1)
  const earlier = at > 1 ? word.charCodeAt(at - 2) : -1
  const from = Math.max(1, at - limit)
  const to = Math.min(against.length, at + limit)
  table[start + from - 1] = from === 1 ? at : limit + 1
  let least = from === 1 ? at : limit + 1
  for (let place = from; place <= to; place++) {
    const letter = against.charCodeAt(place - 1)
    // Above the band nothing was filled in.
    const above = place === at + limit ? limit : (table[before + place] ?? 0)
    let best = (table[before + place - 1] ?? 0) + (letter === code ? 0 : 1)
    best = Math.min(best, above + 1, (table[start + place - 1] ?? 0) + 1)
    if (earlier === letter && place > 1 && against.charCodeAt(place - 2) === code) {
      best = Math.min(best, (table[before - WIDTH + place - 2] ?? 0) + 1)
    }
    table[start + place] = best
    if (best < least) least = best
  }
  return least
}
