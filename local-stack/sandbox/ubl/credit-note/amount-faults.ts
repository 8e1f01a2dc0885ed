import { Big } from 'big.js'
import { type Element, findAll, textAt, withDescendants } from '../element.ts'

const MONEY = /^\d{1,15}(\.\d{1,2})?$/
const UNIT_PRICE = /^\d{1,15}(\.\d{1,8})?$/
const QUANTITY = /^\d{1,15}(\.\d{1,8})?$/
/** Half of the smallest quantity: grams have two decimals, pieces are whole. */
const halfSteps: ReadonlyMap<string, string> = new Map([
  ['GRM', '0.005'],
  ['C62', '0.5'],
])

/** Where numbers are none, in a wrong currency or unit, or do not add up. */
export function amountFaults(document: Element): readonly string[] {
  const unreadable = [...currencyFaults(document), ...quantityFaults(document)]
  if (unreadable.length > 0) return unreadable
  return [...lineFaults(document), ...taxFaults(document), ...totalFaults(document)]
}

const currencyFaults = (document: Element): readonly string[] =>
  withDescendants(document)
    .filter(({ name }) => name.startsWith('cbc:') && name.endsWith('Amount'))
    .flatMap(({ name, attributes, text }) => {
      const form = name === 'cbc:PriceAmount' || name === 'cbc:PerUnitAmount' ? UNIT_PRICE : MONEY
      if (!form.test(text.trim())) return [`${name} is no amount of money`]
      return attributes.get('currencyID') === 'TRY' ? [] : [`${name} must have currencyID TRY`]
    })

const quantityFaults = (document: Element): readonly string[] =>
  findAll(document, 'cac:CreditNoteLine/cbc:CreditedQuantity').flatMap(({ attributes, text }) => {
    if (!halfSteps.has(attributes.get('unitCode') ?? '')) {
      return ['cbc:CreditedQuantity must have unitCode GRM or C62']
    }
    const positive = QUANTITY.test(text.trim()) && new Big(text.trim()).gt(0)
    return positive ? [] : ['cbc:CreditedQuantity is no quantity']
  })

const lineFaults = (document: Element): readonly string[] =>
  findAll(document, 'cac:CreditNoteLine').flatMap((line) => {
    const quantity = amountAt(line, 'cbc:CreditedQuantity')
    const price = amountAt(line, 'cac:Price/cbc:PriceAmount')
    // The quantity is what the amount pays for, rounded: as much as that may be lost.
    const tolerance = price.times(halfStepOf(line)).plus('0.01')
    const difference = quantity.times(price).minus(amountAt(line, 'cbc:LineExtensionAmount')).abs()
    if (difference.lte(tolerance)) return []
    return [`cac:CreditNoteLine ${textAt(line, 'cbc:ID')}: quantity × price is not its amount`]
  })

const halfStepOf = (line: Element): string => {
  const [quantity] = findAll(line, 'cbc:CreditedQuantity')
  return halfSteps.get(quantity?.attributes.get('unitCode') ?? '') ?? '0'
}

function taxFaults(document: Element): readonly string[] {
  const subtotals = findAll(document, 'cac:TaxTotal/cac:TaxSubtotal')
  if (subtotals.length === 0) return []
  const equal = sumOf(subtotals, 'cbc:TaxAmount').eq(
    amountAt(document, 'cac:TaxTotal/cbc:TaxAmount'),
  )
  return equal ? [] : ['cac:TaxTotal: cbc:TaxAmount is not the sum of its subtotals']
}

function totalFaults(document: Element): readonly string[] {
  const total = (name: string) => amountAt(document, `cac:LegalMonetaryTotal/cbc:${name}`)
  const expected: readonly (readonly [string, Big])[] = [
    [
      'LineExtensionAmount',
      sumOf(findAll(document, 'cac:CreditNoteLine'), 'cbc:LineExtensionAmount'),
    ],
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

const amountAt = (element: Element, path: string): Big => new Big(textAt(element, path) || '0')

const sumOf = (elements: readonly Element[], path: string): Big =>
  elements.reduce((sum, element) => sum.plus(amountAt(element, path)), new Big(0))
