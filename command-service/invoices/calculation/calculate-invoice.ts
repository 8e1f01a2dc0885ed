import { assertNever } from '#kernel/domain/assert-never.ts'
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
import { comesTo, USUAL_PRICE_PLACES, unitPrice } from '#kernel/domain/unit-price.ts'
import type { Incalculable, InvoiceCalculation, InvoiceLine, Sale, SaleItem } from './sale.ts'

const NOTHING = '0.00'

/** Grams are sold by the hundredth, pieces as a whole. */
const quantityPlaces = { GRM: 2, C62: 0 } as const
const LABOR = 'İşçilik'
const ONE_PIECE = '1'

/** The lines and totals of what is sold for an amount; they come to that amount, to the cent. */
export function calculateInvoice({
  invoiceType,
  amount,
  exchanges,
  item,
}: Sale): InvoiceCalculation {
  const metalPrice = times(exchanges ?? '0', item.exchange)
  // As for vouchers: what is less than a cent is no price, and would sell tons for a coin.
  if (compare(roundTo(metalPrice, 2), '0') <= 0) {
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

interface PricedSale {
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
function specialBase(sale: PricedSale, laborAmount: Decimal): InvoiceCalculation {
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
      price: metalUnitPrice(metal, quantity, metalPrice),
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

interface LineFigures {
  readonly quantity: Decimal
  readonly price: Decimal
  readonly net: Decimal
  readonly kdvPercent: Decimal
  readonly kdvTotal: Decimal
}

/** What the metal in one unit is worth, unless its last decimals are missed in the total. */
function metalUnitPrice(net: Decimal, quantity: Decimal, metalPrice: Decimal): Decimal {
  const price = roundTo(metalPrice, USUAL_PRICE_PLACES)
  return comesTo(net, quantity, price) ? price : unitPrice(net, quantity)
}

/** The line of the item itself. */
const itemLine = (
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
const laborLine = (
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

function calculated(...lines: readonly InvoiceLine[]): InvoiceCalculation {
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

const refused = (reason: Incalculable): InvoiceCalculation => ({
  outcome: 'refused',
  ...reason,
})

/** The amount does not pay for the smallest quantity. */
const tooLittle = (): InvoiceCalculation => refused({ field: 'data.amount', rule: 'minimum' })
