export interface Told {
  readonly at: string
  readonly price: string
}

/** Of all prices told so far, the one that began last; of two for one moment the one told last. */
export function priceBefore(told: readonly Told[], now: string): string | undefined {
  const begun = told.filter(({ at }) => at <= now)
  const last = begun
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  return begun.findLast(({ at }) => at === last)?.price
}
