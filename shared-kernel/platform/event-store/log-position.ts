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

/** The store counts in signed 64 bits. As an unsigned number, its -1 ("before the first event") is greater. */
const LAST_POSITION = 2n ** 63n - 1n

export const isInLog = (commit: bigint): boolean => commit >= 0n && commit <= LAST_POSITION

const isLogPosition = (value: unknown): value is LogPosition =>
  typeof value === 'bigint' && isInLog(value)

function trusted(value: unknown): LogPosition {
  if (!isLogPosition(value)) throw new RangeError(`${String(value)} is no position in the log`)
  return value
}

/** Before the first event. */
export const START_OF_LOG: LogPosition = trusted(0n)

/** From the number that the store's client gives. */
export const logPosition = (commit: bigint): LogPosition => trusted(commit)

/** From decimal digits, as `toString` gives them. */
export const parseLogPosition = (digits: string): LogPosition => trusted(BigInt(digits))

/** From digits that a person or a client chose: what no log can hold stands for its farthest end. */
export const wantedPosition = (digits: string): LogPosition => {
  const commit = BigInt(digits)
  return trusted(isInLog(commit) ? commit : LAST_POSITION)
}

export const laterOf = (one: LogPosition, other: LogPosition): LogPosition =>
  one > other ? one : other

/** Ascending, for `toSorted`. */
export const byPosition = (one: LogPosition, other: LogPosition): number =>
  one < other ? -1 : Number(one > other)

/** The share of the log before a position, from 0 to 1: for progress bars, not for counting. */
export const shareOfLog = (position: LogPosition, head: LogPosition): number =>
  position >= head ? 1 : Number(position.toString()) / Number(head.toString())
