import { compare, type Decimal, divide, times } from '#kernel/domain/money.ts'

const METALS: ReadonlySet<string> = new Set(['gold', 'silver', 'platin', 'paladyum'])
const PURITY_PLACES = 4
const GRAM_PLACES = 4

interface Goods {
  readonly material: string
  readonly quantity: Decimal
  /** The price of one unit. */
  readonly price: Decimal
  /** The price of a gram of fine metal. */
  readonly exchanges: Decimal
}

export interface FineMetal {
  /** Fine grams in one unit; null for currencies. */
  readonly purity: Decimal | null
  readonly fineGrams: Decimal | null
}

const none: FineMetal = { purity: null, fineGrams: null }

/** From the purity that the document used. */
export const fineMetalBy = (
  material: string,
  { quantity, purity }: { readonly quantity: Decimal; readonly purity: Decimal },
): FineMetal => (METALS.has(material) ? { purity, fineGrams: times(quantity, purity) } : none)

/** If the unit price was calculated from the price of a fine gram, their quotient is the purity. */
export function fineMetalOf({ material, quantity, price, exchanges }: Goods): FineMetal {
  if (!hasFineGrams(material, exchanges)) return none
  const purity = divide(price, exchanges, PURITY_PLACES)
  return { purity, fineGrams: times(quantity, purity) }
}

/** If the unit price was calculated from the total, only the value of the metal is certain. */
export const worthOf = (
  material: string,
  { amount, exchanges }: { readonly amount: Decimal; readonly exchanges: Decimal },
): FineMetal =>
  hasFineGrams(material, exchanges)
    ? { purity: null, fineGrams: divide(amount, exchanges, GRAM_PLACES) }
    : none

const hasFineGrams = (material: string, exchanges: Decimal) =>
  METALS.has(material) && compare(exchanges, '0') > 0
