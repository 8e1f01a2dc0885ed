/** Random choices from a seed: the same seed gives the same choices. */
export interface Random {
  /** A number from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number
  readonly anyOf: <T>(items: readonly T[]) => T
  /** Early items more often than late ones, as names are distributed among people. */
  readonly frequentFirst: <T>(items: readonly T[]) => T
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  /** Mulberry32. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const at = <T>(items: readonly T[], place: number): T => {
    const item = items[place]
    if (item === undefined) throw new RangeError('there is nothing to choose from')
    return item
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    anyOf: (items) => at(items, Math.floor(next() * items.length)),
    frequentFirst: (items) => at(items, Math.floor(next() ** 2 * items.length)),
  }
}
