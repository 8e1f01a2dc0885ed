declare const brand: unique symbol

/**
 * A position in the log, as the store gave it. It can only be compared, stored and given back to the
 * store: between two positions there may be one event or thousands, and the store refuses a position
 * at which no event begins. At run time it is a bigint; the type hides that, so that code that
 * calculates with it does not compile.
 */
export interface LogPosition {
  readonly [brand]: 'position in the log'
  /** Decimal digits, as in tables, headers and responses. */
  readonly toString: () => string
}

const isLogPosition = (value: unknown): value is LogPosition => typeof value === 'bigint'

function trusted(value: unknown): LogPosition {
  if (!isLogPosition(value)) throw new TypeError('a position in the log is a bigint')
  return value
}

/** Before the first event. */
export const START_OF_LOG: LogPosition = trusted(0n)

/** From the number that the store's client gives. */
export const logPosition = (commit: bigint): LogPosition => trusted(commit)

/** From decimal digits, as `toString` gives them. */
export const parseLogPosition = (digits: string): LogPosition => trusted(BigInt(digits))

export const laterOf = (one: LogPosition, other: LogPosition): LogPosition =>
  one > other ? one : other

/** Ascending, for `toSorted`. */
export const byPosition = (one: LogPosition, other: LogPosition): number =>
  one < other ? -1 : Number(one > other)

/** The share of the log before a position, from 0 to 1: for progress bars, not for counting. */
export const shareOfLog = (position: LogPosition, head: LogPosition): number =>
  position >= head ? 1 : Number(position.toString()) / Number(head.toString())
