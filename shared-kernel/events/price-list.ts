import type { Instant } from '#kernel/domain/instant.ts'
import type { MomentPrice, PriceEvent } from './reference-data.ts'

/** What can count of all prices of a material that were told. */
export interface PriceList {
  /** Null if no price has begun. */
  readonly inForce: MomentPrice | null
  /** By their moments. */
  readonly toCome: readonly MomentPrice[]
}

export const noPrices: PriceList = { inForce: null, toCome: [] }

/** The price that counts at a moment after the list's own: each begins by itself. */
export const priceAt = ({ inForce, toCome }: PriceList, now: Instant): MomentPrice | null =>
  toCome.findLast(({ at }) => at <= now) ?? inForce

/** The list after one more price. Of two for one moment the later told counts. */
export function withPrice(
  { inForce, toCome }: PriceList,
  { price, at }: MomentPrice,
  now: Instant,
): PriceList {
  const known = inForce === null ? toCome : [inForce, ...toCome]
  const others = known.filter((one) => one.at !== at)
  const place = others.findLastIndex((one) => one.at < at) + 1
  const all = others.toSpliced(place, 0, { price, at })
  const begun = all.findLastIndex((one) => one.at <= now)
  return { inForce: all[begun] ?? null, toCome: all.slice(begun + 1) }
}

/** The list after a price was recorded: the event carries it, unless it is long, or of an earlier release. */
export const listAfter = (
  before: PriceList,
  { inForce, toCome, ...told }: PriceEvent['data'],
  recordedAt: Instant,
): PriceList => (toCome === null ? withPrice(before, told, recordedAt) : { inForce, toCome })
