import { compare, type Decimal, divide, times } from './money.ts'

export const METALS: ReadonlySet<string> = new Set(['gold', 'silver', 'platin', 'paladyum'])
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

interface FineMetal {
  /** Fine grams in one unit; null for currencies. */
  readonly purity: Decimal | null
  readonly fineGrams: Decimal | null
}

const none: FineMetal = { purity: null, fineGrams: null }

export interface StatedMetal extends FineMetal {
  /** Whether an earlier release did not record the purity, so that it is calculated. */
  readonly purityDerived: boolean
}

/** From the purity that the document used; `derive` calculates it where it was not recorded. */
function fineMetalBy(
  { material, quantity }: Pick<Goods, 'material' | 'quantity'>,
  purity: Decimal | null,
  derive: () => FineMetal,
): StatedMetal {
  if (purity === null) return { ...derive(), purityDerived: true }
  const isMetal = METALS.has(material)
  const fineMetal = isMetal ? { purity, fineGrams: times(quantity, purity) } : none
  return { ...fineMetal, purityDerived: false }
}

/** If the unit price was calculated from the price of a fine gram, their quotient is the purity. */
function fineMetalOf({ material, quantity, price, exchanges }: Goods): FineMetal {
  if (!hasFineGrams(material, exchanges)) return none
  const purity = divide(price, exchanges, PURITY_PLACES)
  return { purity, fineGrams: times(quantity, purity) }
}

/** If the unit price was calculated from the total, only the value of the metal is certain. */
const worthOf = (
  material: string,
  { amount, exchanges }: { readonly amount: Decimal; readonly exchanges: Decimal },
): FineMetal =>
  hasFineGrams(material, exchanges)
    ? { purity: null, fineGrams: divide(amount, exchanges, GRAM_PLACES) }
    : none

const hasFineGrams = (material: string, exchanges: Decimal) =>
  METALS.has(material) && compare(exchanges, '0') > 0

/** The price of a unit was calculated from its purity. */
export const boughtMetal = (goods: Goods & { readonly purity: Decimal | null }): StatedMetal =>
  fineMetalBy(goods, goods.purity, () => fineMetalOf(goods))

interface Sale {
  readonly material: string
  /** The line of the goods; undefined where an invoice has none. */
  readonly item:
    | { readonly quantity: Decimal; readonly price: Decimal; readonly amount: Decimal }
    | undefined
  readonly exchanges: Decimal
  readonly purity: Decimal | null
  readonly invoiceType: string
}

/** Without a recorded purity: only with a special base was the unit price calculated from the metal price. */
export function soldMetal({ material, item, exchanges, purity, invoiceType }: Sale): StatedMetal {
  if (item === undefined) return { ...none, purityDerived: false }
  const { quantity, price, amount } = item
  return fineMetalBy({ material, quantity }, purity, () =>
    invoiceType === 'OZELMATRAH'
      ? fineMetalOf({ material, quantity, price, exchanges })
      : worthOf(material, { amount, exchanges }),
  )
}
