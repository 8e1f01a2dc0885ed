import { compare, type Decimal, divide, multiply, subtract } from './money.ts'

export interface Purchase {
  /** The payment to the seller. */
  readonly amount: Decimal
  /** The price of one gram of fine metal, or of one unit; `undefined` if there is none. */
  readonly exchanges: Decimal | undefined
  readonly purity: Decimal
  readonly unitType: 'GRM' | 'C62'
}

export type ExpenseVoucherAmounts =
  | { readonly outcome: 'calculated'; readonly price: Decimal; readonly quantity: Decimal }
  /** The field and the rule give the reason. */
  | {
      readonly outcome: 'refused'
      readonly field: 'data.exchanges'
      readonly rule: 'notCalculable'
    }
  | { readonly outcome: 'refused'; readonly field: 'data.amount'; readonly rule: 'minimum' }

/** The price of a unit, and the quantity that the amount pays for. */
export function expenseVoucherAmounts(purchase: Purchase): ExpenseVoucherAmounts {
  const { amount, exchanges, purity, unitType } = purchase
  const price = exchanges === undefined ? '0' : multiply(exchanges, purity, 2)
  if (compare(price, '0') <= 0) return notCalculable
  const quantity = divide(amount, price, decimalsOf[unitType])
  if (compare(quantity, '0') <= 0) {
    return { outcome: 'refused', field: 'data.amount', rule: 'minimum' }
  }
  return isNearly(quantity, divide(amount, price, 8))
    ? { outcome: 'calculated', price, quantity }
    : notCalculable
}

const notCalculable = {
  outcome: 'refused',
  field: 'data.exchanges',
  rule: 'notCalculable',
} as const

// Dealers buy pieces a little below list price: rounding down would turn two of them into one.
const decimalsOf = { GRM: 2, C62: 0 } as const

/** Part of a piece that bargaining explains; what is further from a whole is another purchase. Grams are always nearer. */
const BARGAINED = '0.05'

const isNearly = (whole: Decimal, quantity: Decimal): boolean =>
  compare(subtract(whole, quantity), `-${BARGAINED}`) >= 0 &&
  compare(subtract(whole, quantity), BARGAINED) <= 0
