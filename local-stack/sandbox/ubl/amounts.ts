import { Big } from 'big.js'
import { type Element, findAll, textAt, withDescendants } from './element.ts'

const MONEY = /^\d{1,15}(\.\d{1,2})?$/
const UNIT_PRICE = /^\d{1,15}(\.\d{1,18})?$/
const QUANTITY = /^\d{1,15}(\.\d{1,8})?$/
const unitCodes: ReadonlySet<string> = new Set(['GRM', 'C62'])

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
    if (!unitCodes.has(attributes.get('unitCode') ?? '')) {
      return [`${names.quantity} must have unitCode GRM or C62`]
    }
    const positive = QUANTITY.test(text.trim()) && new Big(text.trim()).gt(0)
    return positive ? [] : [`${names.quantity} is no quantity`]
  })

/** Lines whose amount is not quantity times price, to the cent. */
export const lineFaults = (document: Element, names: LineNames): readonly string[] =>
  findAll(document, names.line).flatMap((line) => {
    const price = amountAt(line, 'cac:Price/cbc:PriceAmount')
    const product = amountAt(line, names.quantity).times(price).round(2, Big.roundHalfUp)
    if (product.eq(amountAt(line, 'cbc:LineExtensionAmount'))) return []
    return [`${names.line} ${textAt(line, 'cbc:ID')}: quantity × price is not its amount`]
  })

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
