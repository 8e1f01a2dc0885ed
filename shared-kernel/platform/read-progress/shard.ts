import { hash } from 'node:crypto'

/** A part of the companies: those whose hash has the remainder `index` when it is divided by `of`. */
export interface Shard {
  readonly index: number
  /** A power of two. */
  readonly of: number
}

export const ALL_COMPANIES: Shard = { index: 0, of: 1 }

export const isInShard = (companyId: string, { index, of }: Shard): boolean =>
  of === 1 || hashOf(companyId) % of === index

/** The two halves of a shard: together they have exactly its companies. */
export const halvesOf = ({ index, of }: Shard): readonly Shard[] => [
  { index, of: of * 2 },
  { index: index + of, of: of * 2 },
]

/** Whether all companies of the inner shard are in the outer one. */
export const contains = (outer: Shard, inner: Shard): boolean =>
  inner.of >= outer.of && inner.index % outer.of === outer.index

export const isSameShard = (one: Shard, other: Shard): boolean =>
  one.of === other.of && one.index === other.index

/** What belongs to a shard is named by it, as in `checkpoint 1/4`; what belongs to all companies is not. */
export const nameInShard = (name: string, { index, of }: Shard): string =>
  of === 1 ? name : `${name} ${index}/${of}`

export function shardInName(name: string): Shard {
  const [, index, of] = / (\d+)\/(\d+)$/.exec(name) ?? []
  return index === undefined ? ALL_COMPANIES : { index: Number(index), of: Number(of) }
}

/** Must never change: tables are divided by it. */
const hashOf = (companyId: string) =>
  Number.parseInt(hash('sha256', companyId, 'hex').slice(0, 8), 16)
