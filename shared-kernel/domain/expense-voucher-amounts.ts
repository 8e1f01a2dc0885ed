import { compare, type Decimal, divide, multiply } from './money.ts'

export interface Purchase {
  /** What the seller is paid. */
  readonly amount: Decimal
  /** The price of one gram of fine metal, or of one unit; `undefined` where none is known. */
  readonly exchanges: Decimal | undefined
  readonly purity: Decimal
  readonly unitType: 'GRM' | 'C62'
}

export type ExpenseVoucherAmounts =
  | { readonly outcome: 'calculated'; readonly price: Decimal; readonly quantity: Decimal }
  /** With the field and the rule that say why. */
  | {
      readonly outcome: 'refused'
      readonly field: 'data.exchanges'
      readonly rule: 'notCalculable'
    }
  | { readonly outcome: 'refused'; readonly field: 'data.amount'; readonly rule: 'minimum' }

/** The price of a unit, and how many of them the amount pays for. */
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

// Pieces are bought a little below their list price: rounded down, two of them would become one.
const decimalsOf = { GRM: 2, C62: 0 } as const
