import { compare, type Decimal, divide, multiply } from './money.ts'

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
  if (compare(price, '0') <= 0) {
    return { outcome: 'refused', field: 'data.exchanges', rule: 'notCalculable' }
  }
  const quantity = divide(amount, price, decimalsOf[unitType])
  return compare(quantity, '0') > 0
    ? { outcome: 'calculated', price, quantity }
    : { outcome: 'refused', field: 'data.amount', rule: 'minimum' }
}

// Dealers buy pieces a little below list price: rounding down would turn two of them into one.
const decimalsOf = { GRM: 2, C62: 0 } as const
