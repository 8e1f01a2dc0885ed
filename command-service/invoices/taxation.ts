import { typeOfExemptionCode } from '#kernel/domain/exemption-codes.ts'
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
export const invoiceTypeOf = (template: Template, asked?: InvoiceType | 'OTOMATIK'): InvoiceType =>
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
 * Why no KDV is due, or not on the whole: null where it is, undefined where no code is known, or
 * the template's code is not on the list. A code counts for invoices of the type that it is a code of.
 */
export function exemptionCodeOf(
  { material, exemptionCode }: Template,
  invoiceType: InvoiceType,
  kdvTotal: Decimal,
): string | null | undefined {
  if (invoiceType === 'SATIS') return compare(kdvTotal, '0') === 0 ? NO_EXEMPTION : null
  const typeOfCode = exemptionCode === null ? null : typeOfExemptionCode(exemptionCode)
  if (typeOfCode === undefined) return undefined
  if (typeOfCode === invoiceType) return exemptionCode
  const usual = codesByMaterial[invoiceType].get(material)
  return invoiceType === 'ISTISNA' ? (usual ?? OTHER_EXEMPTION) : usual
}
