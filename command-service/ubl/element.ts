import { Big } from 'big.js'
import { type Decimal, roundTo, toMoney } from '#kernel/domain/money.ts'

/** An element's content in the order in which it is written; `@name` is an attribute, `#` the text. */
export interface Element {
  readonly [name: string]: Content
}

export type Content = string | Element | readonly Element[]

export const MOST_QUANTITY_DECIMALS = 5

/** On one line, and without what XML 1.0 cannot carry, however it is written. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The element, unless there is nothing to say in it. */
export function optional(name: string, text: string | null): Element {
  const content = xmlText(text ?? '')
  return content === '' ? {} : { [name]: content }
}

export const lira = (amount: Decimal): Element => ({ '@currencyID': 'TRY', '#': toMoney(amount) })

export const liraPerUnit = (price: Decimal): Element => ({
  '@currencyID': 'TRY',
  '#': price,
})

export const measured = (quantity: Decimal, unitCode: string): Element => ({
  '@unitCode': unitCode,
  '#': roundTo(quantity, MOST_QUANTITY_DECIMALS),
})

/** To the cent, as each part is written. */
export const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((sum, amount) => sum.plus(toMoney(amount)), new Big(0)).toFixed(2)
