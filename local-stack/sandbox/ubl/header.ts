import { dayIn } from '#kernel/domain/calendar-day.ts'
import { type Element, findAll, textAt, withDescendants } from './element.ts'

const FIRST_DAY = '2005-01-01'
const OFFICIAL_NUMBER = /^[A-Z0-9]{3}20[0-9]{2}[0-9]{9}$/

/** The permitted texts of an element. */
export type FixedTexts = readonly (readonly [name: string, ...texts: readonly string[]])[]

export const fixedTextFaults = (document: Element, fixed: FixedTexts): readonly string[] =>
  fixed
    .filter(([name, ...texts]) => !texts.includes(textAt(document, name)))
    .map(([name, ...texts]) => `${name} must be ${texts.join(' or ')}`)

/** Checks uuid and issue date, and that the sender gave no number. */
export function identityFaults(document: Element, uuid: string): readonly string[] {
  const issued = textAt(document, 'cbc:IssueDate')
  return [
    ...(textAt(document, 'cbc:UUID').toLowerCase() === uuid
      ? []
      : ['cbc:UUID must be the uuid of the address']),
    ...dayFaults(issued),
    ...numberFaults(textAt(document, 'cbc:ID')),
  ]
}

function dayFaults(issued: string): readonly string[] {
  if (!isDay(issued)) return ['cbc:IssueDate is no day of this century']
  if (issued < FIRST_DAY) return [`cbc:IssueDate must not be before ${FIRST_DAY}`]
  const today = dayIn('Europe/Istanbul', Date.now())
  return issued > today ? ['cbc:IssueDate must not be after today'] : []
}

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  // `Date` parses 30 February as 2 March.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

/** The provider assigns the number: a draft has none, or a placeholder without digits. */
function numberFaults(number: string): readonly string[] {
  const placeholder = !/\d/.test(number)
  if (placeholder || OFFICIAL_NUMBER.test(number)) return []
  return ['cbc:ID must be left out, be a word, or have the form of an official number']
}

export const signatureFaults = (document: Element): readonly string[] =>
  findAll(document, 'ext:UBLExtensions').some((extensions) =>
    withDescendants(extensions).some(({ name }) => name.endsWith('}Signature')),
  )
    ? ['ext:UBLExtensions must be left empty, the signature is the provider’s']
    : []

/** A wrong number of lines, and lines without an item name. */
export function itemFaults(document: Element, lineName: string): readonly string[] {
  const lines = findAll(document, lineName)
  const counted = textAt(document, 'cbc:LineCountNumeric')
  return [
    ...(counted === '' || counted === String(lines.length)
      ? []
      : ['cbc:LineCountNumeric is not the number of lines']),
    ...(lines.every((line) => textAt(line, 'cac:Item/cbc:Name') !== '')
      ? []
      : [`${lineName}: cac:Item has no name`]),
  ]
}
