import { assertNever } from '#kernel/domain/assert-never.ts'
import { compare, divide, roundTo, subtract, sum, times } from '#kernel/domain/money.ts'
import { calculated, itemLine, quantityPlaces, refused, tooLittle, unitPrice } from './lines.ts'
import type { InvoiceCalculation, Sale } from './sale.ts'
import { type PricedSale, specialBase } from './special-base.ts'

/** The lines and totals of what is sold for an amount; they come to that amount, to the cent. */
export function calculateInvoice({
  invoiceType,
  amount,
  exchanges,
  item,
}: Sale): InvoiceCalculation {
  const metalPrice = times(exchanges ?? '0', item.exchange)
  // A unit price has 8 decimals; what is less than that is no price.
  if (compare(roundTo(metalPrice, 8), '0') <= 0) {
    return refused({ field: 'data.exchanges', rule: 'notCalculable' })
  }
  const sale = { amount, metalPrice, withKdv: sum(['1', times(item.vatRate, '0.01')]), item }
  switch (invoiceType) {
    case 'OZELMATRAH':
      return item.laborAmount === null
        ? refused({ field: 'data.templateKey', rule: 'notCalculable' })
        : specialBase(sale, item.laborAmount)
    case 'ISTISNA':
      return exempt(sale)
    case 'SATIS':
      return taxed(sale)
    default:
      return assertNever(invoiceType)
  }
}

/** ISTISNA: all of it is free of KDV. */
const exempt = ({ amount, ...sale }: PricedSale) =>
  inOneLine(sale, { net: amount, kdvPercent: '0', kdvTotal: '0' })

/** SATIS: the amount holds the KDV of all of it. */
function taxed({ amount, ...sale }: PricedSale): InvoiceCalculation {
  const net = divide(amount, sale.withKdv, 2)
  const { vatRate } = sale.item
  return inOneLine(sale, { net, kdvPercent: vatRate, kdvTotal: subtract(amount, net) })
}

function inOneLine(
  { metalPrice, item }: Pick<PricedSale, 'metalPrice' | 'item'>,
  figures: { readonly net: string; readonly kdvPercent: string; readonly kdvTotal: string },
): InvoiceCalculation {
  const quantity = divide(figures.net, metalPrice, quantityPlaces[item.unitType])
  if (compare(quantity, '0') <= 0) return tooLittle()
  const price = unitPrice(figures.net, quantity)
  return calculated(itemLine(item, { ...figures, quantity, price }))
}
