import { Big, type RoundingMode } from 'big.js'

/** A number such as `-12.5`: exact, never in exponential form, without trailing zeros. */
export type Decimal = string

const MAXIMUM_MONEY = '999999999999.99'

/** The decimal that a number or text represents; `undefined` if it is not a decimal. */
export function parseDecimal(value: number | string): Decimal | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? plain(new Big(value)) : undefined
  return /^-?\d{1,40}(\.\d{1,40})?$/.test(value) ? plain(new Big(value)) : undefined
}

/** The decimal of a value whose form has been checked. */
export function checkedDecimal(value: number | string): Decimal {
  const decimal = parseDecimal(value)
  if (decimal === undefined) throw new Error('a value that passed the check is not a decimal')
  return decimal
}

/** Half a unit is rounded away from zero, here and below. */
export const roundTo = (value: Decimal, places: number): Decimal =>
  plain(new Big(value).round(places, Big.roundHalfUp))

export const round2 = (value: Decimal): Decimal => roundTo(value, 2)

/** Rounded to 2 decimals, and always written with both: `12.50`. */
export const toMoney = (value: Decimal): Decimal => {
  const rounded = new Big(value).round(2, Big.roundHalfUp)
  return unsignedZero(rounded).toFixed(2)
}

export const multiply = (left: Decimal, right: Decimal, places: number): Decimal =>
  plain(new Big(left).times(right).round(places, Big.roundHalfUp))

/** The exact product. */
export const times = (left: Decimal, right: Decimal): Decimal => plain(new Big(left).times(right))

/** The exact sum; 0 for an empty list. */
export const sum = (values: readonly Decimal[]): Decimal =>
  plain(values.reduce((total, value) => total.plus(value), new Big(0)))

export const subtract = (from: Decimal, value: Decimal): Decimal =>
  plain(new Big(from).minus(value))

/** Rounded once, from the exact quotient. */
export const divide = (dividend: Decimal, divisor: Decimal, places: number): Decimal =>
  quotient(dividend, divisor, { places, rounding: Big.roundHalfUp })

/** The same, but rounded down. */
export const divideDown = (dividend: Decimal, divisor: Decimal, places: number): Decimal =>
  quotient(dividend, divisor, { places, rounding: Big.roundDown })

export const compare = (left: Decimal, right: Decimal): -1 | 0 | 1 => new Big(left).cmp(right)

/** For responses only: exact up to 15 digits, which covers all money within the limit. */
export const toJsonNumber = (value: Decimal): number => Number(value)

/** Has at most 2 decimals and is within the limit, on either side of zero. */
export function isMoney(value: number | string): boolean {
  const decimal = parseDecimal(value)
  if (decimal === undefined || compare(round2(decimal), decimal) !== 0) return false
  return new Big(decimal).abs().lte(MAXIMUM_MONEY)
}

function quotient(
  dividend: Decimal,
  divisor: Decimal,
  { places, rounding }: { readonly places: number; readonly rounding: RoundingMode },
): Decimal {
  const Quotient = Big()
  Quotient.DP = places
  Quotient.RM = rounding
  return plain(new Quotient(dividend).div(divisor))
}

const plain = (value: Big): Decimal => unsignedZero(value).toFixed()

const unsignedZero = (value: Big): Big => (value.eq(0) ? value.abs() : value)
