import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { amountFault } from '#kernel/domain/booked-amount.ts'
import { isWrittenInPlainDigits } from '#kernel/domain/identity-number.ts'
import { instantIn } from '#kernel/domain/moment.ts'
import {
  checkedDecimal,
  compare,
  type Decimal,
  parseDecimal,
  roundTo,
} from '#kernel/domain/money.ts'
import { realText } from '#kernel/domain/real-name.ts'

/** A member's value in our words, or the rule that it breaks. */
export type ReadMember<Value> = { readonly value: Value } | { readonly rule: string }

/** What a member holds: undefined or null where the bank left it out. */
type Reader<Value> = (held: unknown) => ReadMember<Value>

const MAX_TEXT = 500
const MAX_FREE_TEXT = 4000
const RATE_PLACES = 8
const RATE_LIMIT = '1000000000000'
/** The open-banking standard's own form of amounts, and of balances, which have a sign. */
const AMOUNT = /^\d{1,18}(\.\d{1,5})?$/
const BALANCE = /^[-+]?\d{1,18}(\.\d{1,5})?$/
const CURRENCY = /^\s*[A-Za-z]{3,10}\s*$/

const isShort = Compile(Type.String({ maxLength: MAX_TEXT }))

const required =
  <Value>(read: (text: string) => ReadMember<Value>): Reader<Value> =>
  (held) => {
    if (held === undefined || held === null) return { rule: 'required' }
    return typeof held === 'string' ? read(held) : { rule: 'type' }
  }

/** Banks fill what they do not know with blanks or a dash. */
const optional =
  <Value>(read: (text: string) => ReadMember<Value | null>): Reader<Value | null> =>
  (held) => {
    if (held === undefined || held === null) return { value: null }
    if (typeof held !== 'string') return { rule: 'type' }
    return held.trim() === '' ? { value: null } : read(held)
  }

export const stampIn = required((text) => {
  const stamp = text.trim()
  if (stamp === '') return { rule: 'minLength' }
  if (!isShort.Check(stamp)) return { rule: 'maxLength' }
  return /\p{Cc}/u.test(stamp) || !stamp.isWellFormed() ? { rule: 'pattern' } : { value: stamp }
})

export const directionIn = required((text) =>
  text === 'A' || text === 'B' ? { value: text === 'A' } : { rule: 'enum' },
)

export const momentIn = required((text) => {
  const value = instantIn(text)
  return value === undefined ? { rule: 'format' } : { value }
})

export const currencyIn = required((text) =>
  CURRENCY.test(text) ? { value: text.trim().toUpperCase() } : { rule: 'pattern' },
)

/** The currency says how many decimals there may be; without one nothing can be said of an amount. */
export const amountIn = (currency: string | null) =>
  required((text) => (AMOUNT.test(text) ? booked(text, currency) : { rule: 'pattern' }))

export const balanceIn = (currency: string | null) =>
  optional((text) =>
    BALANCE.test(text) ? booked(text.replace('+', ''), currency) : { rule: 'pattern' },
  )

function booked(text: string, currency: string | null): ReadMember<Decimal> {
  const value = checkedDecimal(text)
  const rule = currency === null ? undefined : amountFault(value, currency)
  return rule === undefined ? { value } : { rule }
}

export const rateIn = optional((text): ReadMember<Decimal> => {
  const value = parseDecimal(text)
  if (value === undefined) return { rule: 'pattern' }
  if (compare(value, '0') <= 0) return { rule: 'minimum' }
  if (compare(value, RATE_LIMIT) >= 0) return { rule: 'maximum' }
  return roundTo(value, RATE_PLACES) === value ? { value } : { rule: 'format' }
})

/** What no database can hold is left out. */
const textOf =
  (mostCharacters: number) =>
  (text: string): ReadMember<string | null> => {
    const kept = text
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .toWellFormed()
      .trim()
    return { value: realText(kept.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, '')) }
  }

export const textIn = optional(textOf(MAX_TEXT))
export const identityNumberIn = optional((text) =>
  isWrittenInPlainDigits(text.trim()) ? textOf(MAX_TEXT)(text) : { rule: 'format' },
)
export const freeTextIn = optional(textOf(MAX_FREE_TEXT))
