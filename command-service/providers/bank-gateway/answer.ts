import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { instant, nullable, oneOf } from '#kernel/contract/fields.ts'
import {
  checkedDecimal,
  compare,
  type Decimal,
  isMoney,
  parseDecimal,
  roundTo,
} from '#kernel/domain/money.ts'
import type { GatewayPage, GatewayTransaction, PageOrder } from './port.ts'

/** The open-banking standard's own limit. */
export const PAGE_SIZE = 100

const MAX_TEXT = 500
const MAX_FREE_TEXT = 4000
const RATE_PLACES = 8

const decimal = (isAllowed: (value: Decimal) => boolean) =>
  Type.Refine(Type.String(), (text) => {
    const value = parseDecimal(text)
    return value !== undefined && isAllowed(value)
  })
const isPositive = (value: Decimal) => compare(value, '0') > 0

const amount = decimal((value) => isMoney(value) && isPositive(value))
const balance = decimal(isMoney)
const rate = decimal((value) => isPositive(value) && roundTo(value, RATE_PLACES) === value)

const given = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))
const words = given(Type.String())

const Transaction = Type.Object({
  islNo: Type.String({ pattern: '\\S', maxLength: MAX_TEXT }),
  brcAlc: oneOf('A', 'B'),
  islGrckZaman: instant(),
  islTtr: amount,
  prBrm: Type.String({ pattern: '^\\s*[A-Za-z]{3,10}\\s*$' }),
  gnclBky: given(balance),
  dvzKur: given(rate),
  bnkKod: words,
  islTur: words,
  krsMskKmlkNo: words,
  krsMskUnvan: words,
  krsMskIBAN: words,
  islAcklm: words,
  islNot: words,
  fonNtl: words,
})
type Transaction = Static<typeof Transaction>

const answer = Compile(
  Type.Object({
    hspRef: Type.String(),
    syfNo: Type.Integer(),
    sonSyf: Type.Boolean(),
    islemler: Type.Array(Transaction, { maxItems: PAGE_SIZE }),
  }),
)

/** The page in our words; undefined where it is not the one that was asked for. */
export function readPage(
  body: unknown,
  { accountRef, page }: Pick<PageOrder, 'accountRef' | 'page'>,
): GatewayPage | undefined {
  if (!answer.Check(body) || body.hspRef !== accountRef || body.syfNo !== page) return undefined
  const { islemler, sonSyf: isLast } = body
  return { kind: 'answered', transactions: islemler.map(transactionOf), isLast }
}

const transactionOf = (transaction: Transaction): GatewayTransaction => ({
  stamp: transaction.islNo.trim(),
  incoming: transaction.brcAlc === 'A',
  transactionDate: new Date(transaction.islGrckZaman).toISOString(),
  amount: checkedDecimal(transaction.islTtr),
  currency: transaction.prBrm.trim().toUpperCase(),
  exchangeRate: decimalOrNull(transaction.dvzKur),
  balance: decimalOrNull(transaction.gnclBky),
  bankCode: textOf(transaction.bnkKod),
  code: textOf(transaction.islTur),
  idNo: textOf(transaction.krsMskKmlkNo),
  nameSurname: textOf(transaction.krsMskUnvan),
  iban: textOf(transaction.krsMskIBAN),
  description: textOf(transaction.islAcklm, MAX_FREE_TEXT),
  comment: textOf(transaction.islNot, MAX_FREE_TEXT),
  fundsNature: textOf(transaction.fonNtl),
})

/** Banks fill what they do not know with blanks; what no database can hold is left out. */
function textOf(text: string | null | undefined, mostCharacters = MAX_TEXT): string | null {
  const kept = (text ?? '')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .trim()
  return kept.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, '') || null
}

const decimalOrNull = (text: string | null | undefined) =>
  text === null || text === undefined ? null : checkedDecimal(text)
