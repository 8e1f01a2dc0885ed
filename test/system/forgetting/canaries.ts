import { randomInt } from 'node:crypto'
import type { Trace } from '#test/support/traces.ts'

/** No i: its capital is another letter in Turkish. */
const LETTERS = 'bcdfghjklmnpqrstvwxz'
const randomOf = (alphabet: string, count: number) =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Values that are like nothing else, each of one field of one record. All words begin alike, and so do all
 * numbers: one search finds them all, and also what is left of one. So many digits are nowhere by chance.
 */
export function newCanaries() {
  const [letters, digits] = [randomOf(LETTERS, 8), `7${randomOf('0123456789', 9)}`]
  const names = new Map<string, string>()
  let count = 0
  const named = (name: string, value: string) => {
    names.set(value.toLowerCase(), name)
    return value
  }
  const next = (alphabet: string) =>
    String(count++)
      .padStart(4, '0')
      .replaceAll(/\d/g, (digit) => alphabet[Number(digit)] ?? '')
  const word = (name: string) =>
    named(name, `${letters[0]?.toUpperCase()}${letters.slice(1)}${next(LETTERS)}`)
  const number = (name: string) => named(name, `${digits}${next('0123456789')}`)
  return {
    /** A value that has to be as it is. */
    named,
    /** What belongs to one record. */
    of: (record: string) => ({
      word: (field: string) => word(`${record}.${field}`),
      number: (field: string) => number(`${record}.${field}`),
      named: (field: string, value: string) => named(`${record}.${field}`, value),
    }),
    names: () => [...new Set(names.values())].toSorted(),
    search: () => searchFor({ letters, digits, names }),
  }
}

export const recordOf = (name: string) => name.split('.', 1)[0] ?? name

export type Canaries = ReturnType<typeof newCanaries>

interface Patterns {
  readonly letters: string
  readonly digits: string
  readonly names: ReadonlyMap<string, string>
}

/** Gives the names of the canaries in a text, of one byte a character: plain, folded, in UTF-16, Base64 or hexadecimal. */
function searchFor({ letters, digits, names }: Patterns) {
  const others = [...names.keys()].filter(
    (value) => !value.startsWith(letters) && !value.startsWith(digits),
  )
  const plain = new RegExp(
    [`${letters}[a-z]{0,4}`, `${digits}\\d{0,4}`, ...others.map(escaped)].join('|'),
    'gi',
  )
  const encoded = [letters, letters.toUpperCase(), capitalised(letters), digits, ...others]
    .flatMap((value) => [Buffer.from(value), Buffer.from(value, 'utf16le')])
    .flatMap((bytes) => inBase64(bytes).concat(bytes.toString('hex'), hexCapital(bytes)))
  const anyEncoded = new RegExp(encoded.map(escaped).join('|'), 'g')
  return (text: string): readonly string[] => {
    const plainly = [text, text.replaceAll('\0', '')].flatMap((one) => one.match(plain) ?? [])
    const coded = text.match(anyEncoded) ?? []
    const found = plainly.map((value) => names.get(value.toLowerCase()) ?? `a part: ${value}`)
    return [...new Set([...found, ...coded.map((value) => `encoded: ${value}`)])].toSorted()
  }
}

const escaped = (text: string) => RegExp.escape(text)
const capitalised = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`
const hexCapital = (bytes: Buffer) => bytes.toString('hex').toUpperCase()

/** How bytes look in Base64 in each of the three places where they can begin. */
const inBase64 = (bytes: Buffer) =>
  [0, 1, 2].map((before) => {
    const whole = Math.floor((bytes.length + before) / 3) * 4
    const skipped = before === 0 ? 0 : 4
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(skipped, whole)
  })

export type Search = ReturnType<typeof searchFor>

/** What is found, by the place where it is. */
export type Findings = ReadonlyMap<string, readonly string[]>

export const foundIn = (traces: readonly Trace[], search: Search): Findings =>
  new Map(
    traces
      .map(({ place, text }) => [place, search(text)] as const)
      .filter(([, names]) => names.length > 0),
  )

/** The records of which anything is found, place by place. */
export const recordsIn = (findings: Findings) =>
  Object.fromEntries(
    [...findings].map(([place, names]) => [place, [...new Set(names.map(recordOf))].toSorted()]),
  )
