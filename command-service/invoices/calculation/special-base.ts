import {
  compare,
  type Decimal,
  divide,
  divideDown,
  roundTo,
  subtract,
  sum,
  times,
  toMoney,
} from '#kernel/domain/money.ts'
import { calculated, itemLine, laborLine, quantityPlaces, tooLittle, unitPrice } from './lines.ts'
import type { InvoiceCalculation, SaleItem } from './sale.ts'

const LABOR = 'İşçilik'
const ONE_PIECE = '1'

export interface PricedSale {
  readonly amount: Decimal
  /** What the metal in one unit is worth, exactly. */
  readonly metalPrice: Decimal
  /** 1.2 for a KDV of 20 %. */
  readonly withKdv: Decimal
  readonly item: SaleItem
}

/**
 * OZELMATRAH: the metal bears no KDV, the labour does. The quantity is rounded down, so that what
 * is left over adds to the labour and never makes it too little.
 */
export function specialBase(sale: PricedSale, laborAmount: Decimal): InvoiceCalculation {
  const { amount, metalPrice, withKdv, item } = sale
  const isPerUnit = item.laborType !== 'fixed'
  const quantity = quantityOf(sale, times(laborAmount, withKdv))
  const metal = toMoney(times(quantity, metalPrice))
  const rest = subtract(amount, metal)
  const labor = divide(rest, withKdv, 2)
  if ([quantity, metal, labor].some((value) => compare(value, '0') <= 0)) return tooLittle()
  const isMetered = isPerUnit && compare(laborAmount, '0') > 0
  const worked = isMetered ? quantity : ONE_PIECE
  return calculated(
    itemLine(item, {
      quantity,
      price: roundTo(metalPrice, 8),
      net: metal,
      kdvPercent: '0',
      kdvTotal: '0',
    }),
    laborLine(
      { name: item.laborName ?? LABOR, unitType: isMetered ? item.unitType : 'C62' },
      {
        quantity: worked,
        price: unitPrice(labor, worked),
        net: labor,
        kdvPercent: item.vatRate,
        kdvTotal: subtract(rest, labor),
      },
    ),
  )
}

/** Labour counts with its KDV: for each unit, or once for all of them. */
function quantityOf({ amount, metalPrice, item }: PricedSale, grossLabor: Decimal): Decimal {
  const places = quantityPlaces[item.unitType]
  return item.laborType === 'fixed'
    ? divideDown(subtract(amount, grossLabor), metalPrice, places)
    : divideDown(amount, sum([metalPrice, grossLabor]), places)
}
