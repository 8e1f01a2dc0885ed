import { compare, type Decimal, divide, multiply } from './money.ts'

const UNIT_PRICE_PLACES = 8

/** The price of one unit where the total is what was agreed. */
export const unitPrice = (total: Decimal, quantity: Decimal): Decimal =>
  divide(total, quantity, UNIT_PRICE_PLACES)

/** Whether that many units at this price come to the total, to the cent. */
export const comesTo = (total: Decimal, quantity: Decimal, price: Decimal): boolean =>
  compare(multiply(quantity, price, 2), total) === 0
