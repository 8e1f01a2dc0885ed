import { compare, type Decimal, divide, multiply } from './money.ts'

export const USUAL_PRICE_PLACES = 8
/** Enough for all money within the limit at a cent a unit; 12 suffice for ten thousand tons. */
const MOST_PLACES = 18

/** The price of one unit where the total is what was agreed: with more decimals where it takes them to come to the cent. */
export function unitPrice(total: Decimal, quantity: Decimal): Decimal {
  let places = USUAL_PRICE_PLACES
  while (places < MOST_PLACES && !comesTo(total, quantity, divide(total, quantity, places))) {
    places += 1
  }
  return divide(total, quantity, places)
}

/** Whether that many units at this price come to the total, to the cent. */
export const comesTo = (total: Decimal, quantity: Decimal, price: Decimal): boolean =>
  compare(multiply(quantity, price, 2), total) === 0
