import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Everything that happens by chance in one simulation, from its seed. */
export interface Random {
  /** Both bounds may come. */
  readonly integer: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
  readonly bytes: (count: number) => Buffer
}

const PARTS = 1_000_000

export function randomFrom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  const integer = (from: number, to: number) => uniformInt(generator, from, to)
  return {
    integer,
    chance: (probability) => integer(1, PARTS) <= probability * PARTS,
    pick(items) {
      const item = items[integer(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => integer(0, 255))),
  }
}
