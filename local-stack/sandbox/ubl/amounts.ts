import { Big } from 'big.js'
import { type Element, findAll, textAt, withDescendants } from './element.ts'

const MONEY = /^\d{1,15}(\.\d{1,2})?$/
const UNIT_PRICE = /^\d{1,15}(\.\d{1,8})?$/
const QUANTITY = /^\d{1,15}(\.\d{1,8})?$/
const HALF_STEP_OF_PRICE = '0.000000005'
/** Half of the smallest quantity: grams have two decimals, pieces are whole. */
const halfSteps: ReadonlyMap<string, string> = new Map([
  ['GRM', '0.005'],
  ['C62', '0.5'],
])

/** The element names of a document's lines and quantities. */
export interface LineNames {
  readonly line: string
  readonly quantity: string
}

/** Invalid numbers, currencies and units. Only without such faults can amounts be added up. */
export const numberFaults = (document: Element, names: LineNames): readonly string[] => [
  ...currencyFaults(document),
  ...quantityFaults(document, names),
]

const currencyFaults = (document: Element): readonly string[] =>
  withDescendants(document)
    .filter(({ name }) => name.startsWith('cbc:') && name.endsWith('Amount'))
    .flatMap(({ name, attributes, text }) => {
      const form = name === 'cbc:PriceAmount' || name === 'cbc:PerUnitAmount' ? UNIT_PRICE : MONEY
      if (!form.test(text.trim())) return [`${name} is no amount of money`]
      return attributes.get('currencyID') === 'TRY' ? [] : [`${name} must have currencyID TRY`]
    })

const quantityFaults = (document: Element, names: LineNames): readonly string[] =>
  findAll(document, `${names.line}/${names.quantity}`).flatMap(({ attributes, text }) => {
    if (!halfSteps.has(attributes.get('unitCode') ?? '')) {
      return [`${names.quantity} must have unitCode GRM or C62`]
    }
    const positive = QUANTITY.test(text.trim()) && new Big(text.trim()).gt(0)
    return positive ? [] : [`${names.quantity} is no quantity`]
  })

/** Lines whose amount is not quantity times price. */
export const lineFaults = (document: Element, names: LineNames): readonly string[] =>
  findAll(document, names.line).flatMap((line) => {
    const quantity = amountAt(line, names.quantity)
    const price = amountAt(line, 'cac:Price/cbc:PriceAmount')
    // Quantity and price are rounded, so the product may differ by as much.
    const tolerance = price
      .times(halfStepOf(line, names))
      .plus(quantity.times(HALF_STEP_OF_PRICE))
      .plus('0.01')
    const difference = quantity.times(price).minus(amountAt(line, 'cbc:LineExtensionAmount')).abs()
    if (difference.lte(tolerance)) return []
    return [`${names.line} ${textAt(line, 'cbc:ID')}: quantity × price is not its amount`]
  })

const halfStepOf = (line: Element, { quantity }: LineNames): string => {
  const [measured] = findAll(line, quantity)
  return halfSteps.get(measured?.attributes.get('unitCode') ?? '') ?? '0'
}

/** Taxes that are not the sum of their subtotals. */
export function taxFaults(document: Element): readonly string[] {
  const subtotals = findAll(document, 'cac:TaxTotal/cac:TaxSubtotal')
  if (subtotals.length === 0) return []
  const equal = sumOf(subtotals, 'cbc:TaxAmount').eq(
    amountAt(document, 'cac:TaxTotal/cbc:TaxAmount'),
  )
  return equal ? [] : ['cac:TaxTotal: cbc:TaxAmount is not the sum of its subtotals']
}

/** Totals that do not match the lines and the tax. */
export function totalFaults(document: Element, { line }: LineNames): readonly string[] {
  const total = (name: string) => amountAt(document, `cac:LegalMonetaryTotal/cbc:${name}`)
  const expected: readonly (readonly [string, Big])[] = [
    ['LineExtensionAmount', sumOf(findAll(document, line), 'cbc:LineExtensionAmount')],
    [
      'TaxExclusiveAmount',
      total('LineExtensionAmount')
        .minus(total('AllowanceTotalAmount'))
        .plus(total('ChargeTotalAmount')),
    ],
    [
      'TaxInclusiveAmount',
      total('TaxExclusiveAmount').plus(amountAt(document, 'cac:TaxTotal/cbc:TaxAmount')),
    ],
    [
      'PayableAmount',
      total('TaxInclusiveAmount')
        .minus(total('PrepaidAmount'))
        .plus(total('PayableRoundingAmount')),
    ],
  ]
  return expected
    .filter(([name, amount]) => !total(name).eq(amount))
    .map(([name]) => `cac:LegalMonetaryTotal: cbc:${name} does not add up`)
}

export const amountAt = (element: Element, path: string): Big =>
  new Big(textAt(element, path) || '0')

export const sumOf = (elements: readonly Element[], path: string): Big =>
  elements.reduce((sum, element) => sum.plus(amountAt(element, path)), new Big(0))
