import { Big } from 'big.js'
import { typeOfExemptionCode } from '#kernel/domain/exemption-codes.ts'
import { amountAt, sumOf, taxFaults } from '../amounts.ts'
import { type Element, findAll, textAt } from '../element.ts'

const PERCENT = /^\d{1,3}(\.\d{1,2})?$/
const VALUE_ADDED_TAX = '0015'
const CODE = 'cac:TaxCategory/cbc:TaxExemptionReasonCode'
const REASON = 'cac:TaxCategory/cbc:TaxExemptionReason'

/** KDV without an explanation, not matching its base, or differing between lines and document. */
export function invoiceTaxFaults(document: Element): readonly string[] {
  const type = textAt(document, 'cbc:InvoiceTypeCode')
  const lines = findAll(document, 'cac:InvoiceLine')
  return [
    ...subtotalFaults(document, type, lines.length),
    ...lines.flatMap((line) =>
      [...subtotalFaults(line, type, 1), ...taxFaults(line)].map(
        (fault) => `cac:InvoiceLine ${textAt(line, 'cbc:ID')}: ${fault}`,
      ),
    ),
    ...exemptionFaults(document, type),
    ...taxFaults(document),
    ...differences(document),
  ]
}

const subtotalFaults = (holder: Element, type: string, parts: number): readonly string[] =>
  findAll(holder, 'cac:TaxTotal/cac:TaxSubtotal').flatMap((subtotal) =>
    codeFaults(subtotal, type).concat(rateFaults(subtotal, parts)),
  )

function codeFaults(subtotal: Element, type: string): readonly string[] {
  const code = textAt(subtotal, CODE)
  const isFree = amountAt(subtotal, 'cbc:TaxAmount').eq(0)
  const mustExplain = isFree || type === 'OZELMATRAH'
  if (!mustExplain) {
    return code === '' ? [] : ['a taxed base of this type has no cbc:TaxExemptionReasonCode']
  }
  if (code === '') return ['cbc:TaxExemptionReasonCode is missing on a base without KDV']
  return [
    ...(typeOfExemptionCode(code) === type
      ? []
      : [`cbc:TaxExemptionReasonCode ${code} is none of ${type}`]),
    ...(textAt(subtotal, REASON) === '' ? ['cbc:TaxExemptionReason is missing'] : []),
  ]
}

function rateFaults(subtotal: Element, parts: number): readonly string[] {
  const scheme = textAt(subtotal, 'cac:TaxCategory/cac:TaxScheme/cbc:TaxTypeCode')
  const percent = textAt(subtotal, 'cbc:Percent')
  return [
    ...(scheme === VALUE_ADDED_TAX ? [] : [`cbc:TaxTypeCode must be ${VALUE_ADDED_TAX}`]),
    ...(PERCENT.test(percent)
      ? productFaults(subtotal, percent, parts)
      : ['cbc:Percent is no rate']),
  ]
}

function productFaults(subtotal: Element, percent: string, parts: number): readonly string[] {
  const tax = amountAt(subtotal, 'cbc:TaxableAmount').times(percent).div(100)
  const difference = tax.minus(amountAt(subtotal, 'cbc:TaxAmount')).abs()
  // Base and tax of each line are rounded to the cent.
  return difference.lte(new Big('0.01').times(parts))
    ? []
    : ['cbc:TaxAmount is not cbc:Percent of cbc:TaxableAmount']
}

const exemptionFaults = (document: Element, type: string): readonly string[] =>
  type !== 'ISTISNA' ||
  findAll(document, 'cac:TaxTotal/cac:TaxSubtotal').some((subtotal) =>
    amountAt(subtotal, 'cbc:TaxAmount').eq(0),
  )
    ? []
    : ['ISTISNA needs a base without KDV']

/** The lines' bases and taxes must add up to the document's. */
const differences = (document: Element): readonly string[] =>
  ['cbc:TaxableAmount', 'cbc:TaxAmount']
    .filter(
      (name) =>
        !sumOf(findAll(document, 'cac:TaxTotal/cac:TaxSubtotal'), name).eq(
          sumOf(findAll(document, 'cac:InvoiceLine/cac:TaxTotal/cac:TaxSubtotal'), name),
        ),
    )
    .map((name) => `cac:TaxTotal: ${name} is not the sum of the lines`)
