import { compare, type Decimal, parseDecimal, roundTo, toJsonNumber } from './money.ts'

const METALS: ReadonlySet<string> = new Set(['XAU', 'XAG', 'XPT', 'XPD'])
/** For what is checked before the currency is known. */
export const SOME_METAL = 'XAU'
const METAL_PLACES = 5
const MONEY_PLACES = 2
const LIMIT = '1000000000000'

/** A bank keeps money to the cent, and metal by weight. */
const placesOf = (currency: string): number => (METALS.has(currency) ? METAL_PLACES : MONEY_PLACES)

/**
 * Why a bank's amount, of either sign, cannot be recorded in that currency. Zeros behind the last
 * decimal do not count. Responses show every digit of what is recorded, so a JSON number has to hold them.
 */
export function amountFault(amount: Decimal, currency: string): 'maximum' | 'format' | undefined {
  const size = amount.replace('-', '')
  if (compare(size, LIMIT) >= 0) return 'maximum'
  const isWhole = roundTo(amount, placesOf(currency)) === amount
  return isWhole && parseDecimal(toJsonNumber(amount)) === amount ? undefined : 'format'
}

/** Of 0 pending, 1 processed, 2 ignored. By a booking of nothing a bank only tells something. */
export const bookedStatus = (amount: Decimal): 0 | 2 => (compare(amount, '0') === 0 ? 2 : 0)
