import { isValidIBAN } from 'ibantools'
import type { TSchema } from 'typebox'
import { isValidIdentityNumber } from '#kernel/domain/identity-number.ts'
import { phoneDigits } from '#kernel/domain/phone.ts'
import type { Json } from './public-event.ts'
import { codePattern, decimalPattern, keyIds, momentPattern, personRefPattern } from './shapes.ts'

/** A keyed hash of a text. */
export type Hashed = (text: string) => string

/**
 * Replaces texts that look like an identity number, an IBAN, a phone number or an e-mail address, and those that stand
 * in the place of a code and are none. Clients and other programs choose codes freely, so any text may be one.
 */
export function withoutPersonalTexts(schema: TSchema, data: Json, hashed: Hashed): Json {
  const cleaned = cleanedBy(schema, data, hashed)
  return isObject(cleaned) ? cleaned : data
}

export const withoutPersonal = (text: string, hashed: Hashed): string =>
  looksPersonal(text) ? hashed(text.replaceAll(/[\s.()-]/g, '').toUpperCase()) : text

/** Stands for a text that is not published. */
export const OTHER = 'OTHER'

const isNoCode = (schema: object, value: unknown) =>
  'pattern' in schema &&
  schema.pattern === codePattern &&
  !new RegExp(codePattern).test(String(value))

function cleanedBy(schema: object, value: unknown, hashed: Hashed): unknown {
  const { items, properties, anyOf }: Json = { ...schema }
  if (Array.isArray(anyOf) && anyOf.some(isNull)) {
    const part = partFor(anyOf, value)
    return isNoCode(part, value) ? null : cleanedBy(part, value, hashed)
  }
  if (typeof value === 'string') {
    if (isNoCode(schema, value)) return OTHER
    const isKept = !isFree(schema) || (keyIds.has(schema) && KEY_ID.test(value))
    return isKept ? value : withoutPersonal(value, hashed)
  }
  if (Array.isArray(anyOf)) return cleanedBy(partFor(anyOf, value), value, hashed)
  if (Array.isArray(value)) return value.map((one) => cleanedBy(Object(items), one, hashed))
  if (!isObject(value)) return value
  const fields: Json = { ...Object(properties) }
  const cleaned = Object.entries(value).map(
    ([name, one]) => [name, cleanedBy(Object(fields[name]), one, hashed)] as const,
  )
  return Object.fromEntries(cleaned)
}

/** Of a field that may be null, the part that describes its values. */
const partFor = (parts: readonly unknown[], value: unknown): object =>
  Object(parts.find((part) => isNull(part) === (value === null)))

const isNull = (part: unknown) => Object(part).type === 'null'

/** Whether the schema leaves the text open: it lists no values, and asks for no fixed form. */
function isFree(schema: object): boolean {
  const { anyOf, enum: values, const: constant, pattern }: Json = { ...schema }
  if (Array.isArray(anyOf))
    return anyOf.some((part) => isFree(Object(part)) && Object(part).type !== 'null')
  if (values !== undefined || constant !== undefined) return false
  return typeof pattern !== 'string' || !fixedForms.has(pattern)
}

const KEY_ID = /^[0-9a-f]{16}$/

const fixedForms = new Set([decimalPattern, momentPattern, personRefPattern])

export function looksPersonal(text: string): boolean {
  if (/[^\s@]@[^\s@]+\.[^\s@]/.test(text)) return true
  // Most texts end here: what follows is slow.
  if ((text.match(/\d/g) ?? []).length < FEWEST_DIGITS || isGenerated(text)) return false
  return hasIdentityNumber(text) || hasIban(text) || hasPhone(text)
}

/** No identity number, IBAN or phone number has fewer. */
const FEWEST_DIGITS = 10
const MOST_DIGITS_OF_A_PHONE = 15

/** Identifiers, hashes, signatures and versions of lists that a machine made. */
const isGenerated = (text: string) =>
  /^(?:[0-9a-f]{24,}|\d{4}-\d\d-\d\d-[0-9a-f]{12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(
    text,
  )

const hasIdentityNumber = (text: string) =>
  numbersIn(text, /^\s+$/).some(({ digits }) => isValidIdentityNumber(digits))

const hasPhone = (text: string) =>
  numbersIn(text, /^[\s().-]{1,3}$/).some(
    ({ digits, hasPlus }) =>
      digits.length <= MOST_DIGITS_OF_A_PHONE &&
      phoneDigits(hasPlus ? `+${digits}` : digits) !== undefined,
  )

interface PossibleNumber {
  readonly digits: string
  readonly hasPlus: boolean
}

/** Groups of digits, each alone and joined with those that follow behind such a separator. */
function numbersIn(text: string, separator: RegExp): readonly PossibleNumber[] {
  const groups = [...text.matchAll(/\d+/g)]
  return groups.flatMap((first, index) => {
    const hasPlus = text[first.index - 1] === '+'
    const found: PossibleNumber[] = []
    let digits = ''
    let end = first.index
    for (const group of groups.slice(index)) {
      if (digits !== '' && !separator.test(text.slice(end, group.index))) break
      digits += group[0]
      end = group.index + group[0].length
      if (digits.length >= FEWEST_DIGITS) found.push({ digits, hasPlus })
    }
    return found
  })
}

const SHORTEST_IBAN = 15
const LONGEST_IBAN = 34

/** A Turkish one with a wrong check digit is a typing error in somebody's IBAN. */
function hasIban(text: string): boolean {
  const plain = text.replaceAll(/[\s.-]/g, '').toUpperCase()
  if (/TR\d{24}/.test(plain)) return true
  return [...plain.matchAll(/(?=[A-Z]{2}\d{2})/g)].some(({ index }) => {
    for (let length = SHORTEST_IBAN; length <= LONGEST_IBAN; length += 1) {
      if (isValidIBAN(plain.slice(index, index + length))) return true
    }
    return false
  })
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
