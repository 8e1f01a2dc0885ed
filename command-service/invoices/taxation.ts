import type { AUTOMATIC_TYPE } from '#kernel/contract/invoices.ts'
import { compare, type Decimal } from '#kernel/domain/money.ts'
import type { TemplateEvent } from '#kernel/events/reference-data.ts'
import type { InvoiceType } from './calculation/sale.ts'

type Template = Pick<
  TemplateEvent['data'],
  'material' | 'laborDisabled' | 'invoiceType' | 'exemptionCode'
>

/** Codes of the tax authority's list, where a template names none of its own. */
const codesByMaterial: Readonly<Record<'ISTISNA' | 'OZELMATRAH', ReadonlyMap<string, string>>> = {
  ISTISNA: new Map([
    ['gold', '230'],
    ['silver', '230'],
    ['usd', '232'],
    ['eur', '232'],
    ['try', '232'],
  ]),
  OZELMATRAH: new Map([
    ['gold', '805'],
    ['silver', '808'],
  ]),
}

const OTHER_EXEMPTION = '250'
const NO_EXEMPTION = '351'

/** What was asked for, else what the template says, else what its material and labour make it. */
export const invoiceTypeOf = (
  template: Template,
  asked?: InvoiceType | typeof AUTOMATIC_TYPE,
): InvoiceType =>
  asked === undefined || asked === 'OTOMATIK'
    ? (template.invoiceType ?? usualType(template))
    : asked

function usualType({ material, laborDisabled }: Template): InvoiceType {
  switch (material) {
    case 'usd':
    case 'eur':
    case 'try':
      return 'ISTISNA'
    case 'gold':
    case 'silver':
      return laborDisabled ? 'ISTISNA' : 'OZELMATRAH'
    default:
      return 'SATIS'
  }
}

/**
 * Why no KDV is due, or not on the whole: null where it is, undefined where nobody says so. A
 * template's code counts for invoices of the type that it is a code of.
 */
export function exemptionCodeOf(
  { material, exemptionCode }: Template,
  invoiceType: InvoiceType,
  kdvTotal: Decimal,
): string | null | undefined {
  if (invoiceType === 'SATIS') return compare(kdvTotal, '0') === 0 ? NO_EXEMPTION : null
  if (exemptionCode !== null && typeOfCode(exemptionCode) === invoiceType) return exemptionCode
  const usual = codesByMaterial[invoiceType].get(material)
  return invoiceType === 'ISTISNA' ? (usual ?? OTHER_EXEMPTION) : usual
}

const typeOfCode = (code: string): InvoiceType | undefined => {
  if (/^8(0[1-9]|1[0-2])$/.test(code)) return 'OZELMATRAH'
  return /^[0-35]\d\d$/.test(code) && !codesOfSales.has(code) ? 'ISTISNA' : undefined
}

/** Of the same ranges, but for sales that are not exempt. */
const codesOfSales = new Set(['151', NO_EXEMPTION, '555'])
