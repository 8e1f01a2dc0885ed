import { compare, type Decimal } from '#kernel/domain/money.ts'
import { type Element, lira, sumOf } from './element.ts'

export interface TaxedLine {
  readonly lineTotal: Decimal
  readonly kdvPercent: Decimal
  readonly kdvTotal: Decimal
}

/** The code that explains why no KDV is due, or none on the whole. */
export interface Exemption {
  readonly code: string | null
  /** Then the taxed part bears the code, too. */
  readonly isSpecialBase: boolean
}

/** The KDV of these lines, by rate. */
export function taxTotal(lines: readonly TaxedLine[], exemption: Exemption): Element {
  const byPercent = Map.groupBy(lines, ({ kdvPercent }) => kdvPercent)
  return {
    'cbc:TaxAmount': lira(sumOf(lines.map(({ kdvTotal }) => kdvTotal))),
    'cac:TaxSubtotal': [...byPercent].map(([percent, taxed]) =>
      subtotal(percent, taxed, exemption),
    ),
  }
}

function subtotal(
  percent: Decimal,
  lines: readonly TaxedLine[],
  { code, isSpecialBase }: Exemption,
): Element {
  const tax = sumOf(lines.map(({ kdvTotal }) => kdvTotal))
  const isExplained = isSpecialBase || compare(tax, '0') === 0
  return {
    'cbc:TaxableAmount': lira(sumOf(lines.map(({ lineTotal }) => lineTotal))),
    'cbc:TaxAmount': lira(tax),
    'cbc:Percent': percent,
    'cac:TaxCategory': {
      ...(isExplained && code !== null ? explained(code) : {}),
      'cac:TaxScheme': { 'cbc:Name': 'KDV', 'cbc:TaxTypeCode': '0015' },
    },
  }
}

const explained = (code: string): Element => ({
  'cbc:TaxExemptionReasonCode': code,
  'cbc:TaxExemptionReason': exemptionReason(code),
})

const FURTHER = 'KDV istisnası veya özel matrah'

/** What the tax authority's list says of the codes that a dealer's sales come under. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['230', '17/4-g Külçe Altın, Külçe Gümüş ve Kıymetli Taşların Teslimi'],
  ['232', '17/4-g Döviz, Para, Damga Pulu, Değerli Kağıtlar, Hisse Senedi ve Tahvil Teslimleri'],
  ['250', 'Diğerleri'],
  ['351', 'KDV - İstisna Olmayan Diğer'],
  ['805', 'Altından Mamul veya Altın İçeren Ziynet Eşyaları ile Sikke Altınların Teslimi'],
  ['808', 'Gümüşten Mamul veya Gümüş İçeren Ziynet Eşyaları ile Sikke Gümüşlerin Teslimi'],
])

/** Every code needs a reason, also one that only a template uses. */
const exemptionReason = (code: string): string => reasons.get(code) ?? `${FURTHER} (${code})`
