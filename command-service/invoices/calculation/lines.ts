import { type Decimal, divide, subtract, sum, toMoney } from '#kernel/domain/money.ts'
import type { Incalculable, InvoiceCalculation, InvoiceLine, SaleItem } from './sale.ts'

const UNIT_PRICE_PLACES = 8
const NOTHING = '0.00'

/** Grams are sold by the hundredth, pieces as a whole. */
export const quantityPlaces = { GRM: 2, C62: 0 } as const

interface LineFigures {
  readonly quantity: Decimal
  readonly price: Decimal
  readonly net: Decimal
  readonly kdvPercent: Decimal
  readonly kdvTotal: Decimal
}

/** What one of them comes to, where the total is what was agreed. */
export const unitPrice = (net: Decimal, quantity: Decimal): Decimal =>
  divide(net, quantity, UNIT_PRICE_PLACES)

/** The line of the item itself. */
export const itemLine = (
  { lineName, unitType, stockCode }: SaleItem,
  figures: LineFigures,
): InvoiceLine => ({
  name: lineName,
  unitType,
  stockCode,
  ...written(figures),
  ozelMatrahTotal: NOTHING,
  isDefault: true,
  isLabor: false,
})

/** The line of the work on it, which alone is taxed. */
export const laborLine = (
  { name, unitType }: Pick<InvoiceLine, 'name' | 'unitType'>,
  figures: LineFigures,
): InvoiceLine => ({
  name,
  unitType,
  stockCode: null,
  ...written(figures),
  ozelMatrahTotal: toMoney(figures.net),
  isDefault: false,
  isLabor: true,
})

const written = ({ quantity, price, net, kdvPercent, kdvTotal }: LineFigures) => ({
  quantity,
  price,
  amount: toMoney(net),
  lineTotal: toMoney(net),
  kdvPercent,
  kdvTotal: toMoney(kdvTotal),
  allowancePrice: NOTHING,
  allowanceTotal: NOTHING,
  isExtra: false,
})

export function calculated(...lines: readonly InvoiceLine[]): InvoiceCalculation {
  const linesTotal = sum(lines.map(({ lineTotal }) => lineTotal))
  const kdvTotal = sum(lines.map((line) => line.kdvTotal))
  const allowanceTotal = sum(lines.map((line) => line.allowanceTotal))
  return {
    outcome: 'calculated',
    lines,
    totals: {
      linesTotal: toMoney(linesTotal),
      kdvTotal: toMoney(kdvTotal),
      allowanceTotal: toMoney(allowanceTotal),
      payableTotal: toMoney(sum([subtract(linesTotal, allowanceTotal), kdvTotal])),
    },
  }
}

export const refused = (reason: Incalculable): InvoiceCalculation => ({
  outcome: 'refused',
  ...reason,
})

/** The amount does not pay for the smallest quantity. */
export const tooLittle = (): InvoiceCalculation =>
  refused({ field: 'data.amount', rule: 'minimum' })
