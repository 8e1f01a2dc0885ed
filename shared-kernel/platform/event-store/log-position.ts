declare const brand: unique symbol

/**
 * A place in the log that the store has named. It can be compared, kept and handed back to the store, and
 * nothing else: between two positions there may be one event or thousands, and a place where no event
 * begins is an error to the store. At run time it is a bigint; the type hides that, so that the compiler
 * refuses to add to it.
 */
export interface LogPosition {
  readonly [brand]: 'position in the log'
  /** Decimal digits, as it is kept in tables, headers and answers. */
  readonly toString: () => string
}

const isLogPosition = (value: unknown): value is LogPosition => typeof value === 'bigint'

function trusted(value: unknown): LogPosition {
  if (!isLogPosition(value)) throw new TypeError('a position in the log is a bigint')
  return value
}

/** Before the first event. */
export const START_OF_LOG: LogPosition = trusted(0n)

/** A position as the store's client tells it. */
export const logPosition = (commit: bigint): LogPosition => trusted(commit)

/** A position as it was kept: decimal digits, as `toString` gives them. */
export const parseLogPosition = (digits: string): LogPosition => trusted(BigInt(digits))

export const laterOf = (one: LogPosition, other: LogPosition): LogPosition =>
  one > other ? one : other

/** Ascending, for `toSorted`. */
export const byPosition = (one: LogPosition, other: LogPosition): number =>
  one < other ? -1 : Number(one > other)

/** How much of the log lies before a position, from 0 to 1: for progress bars, not for counting. */
export const shareOfLog = (position: LogPosition, head: LogPosition): number =>
  position >= head ? 1 : Number(position.toString()) / Number(head.toString())
