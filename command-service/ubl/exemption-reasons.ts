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
export const exemptionReason = (code: string): string => reasons.get(code) ?? `${FURTHER} (${code})`
