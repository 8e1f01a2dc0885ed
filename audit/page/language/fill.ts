import type { PageLanguage } from './language.ts'

export interface Manner {
  readonly language: PageLanguage
  /** IANA name of the company's time zone, in which instants are shown. */
  readonly timeZone: string
}

type Data = Readonly<Record<string, unknown>>

/**
 * Fills a sentence: `{field}` is inserted as it is; `{field|number}`, `{field|time}` and `{field|word}`
 * are formatted for people. A part in `[…]` is omitted if one of its fields has no value.
 */
export function fill(sentence: string, data: Data, manner: Manner): string {
  const withParts = sentence.replaceAll(/\[([^\]]*)\]/g, (_, part: string) =>
    fieldsOf(part).every(({ path }) => isThere(valueAt(data, path))) ? part : '',
  )
  return withParts.replaceAll(FIELD, (_, path: string, how: string | undefined) =>
    formatted(valueAt(data, path), how, manner),
  )
}

const FIELD = /\{([\w.]+)(?:\|(\w+))?\}/g

/** The fields of an event's data that a sentence uses. */
export const fieldsOf = (sentence: string) =>
  [...sentence.matchAll(FIELD)].map(([, path = '', how]) => ({ path, how }))

const isThere = (value: unknown) => value !== undefined && value !== null && value !== ''

function valueAt(data: unknown, path: string): unknown {
  let value = data
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    if (isForgotten(value)) return value
    value = Object.entries(value).find(([key]) => key === name)?.[1]
  }
  return value
}

export const isForgotten = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'forgotten' in value && value.forgotten === true

function formatted(value: unknown, how: string | undefined, manner: Manner): string {
  const { texts } = manner.language
  if (isForgotten(value)) return texts.forgotten
  if (!isThere(value)) return '—'
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (Array.isArray(value)) return value.map((one) => formatted(one, how, manner)).join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (how === 'number') return numberIn(text, manner)
  if (how === 'time') return momentIn(text, manner)
  return how === 'word' ? wordIn(text, manner) : text
}

/** Exact for any number of digits: never converted to a binary number. */
export function numberIn(decimal: string, { language: { name } }: Manner): string {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(decimal) ?? []
  if (whole === undefined) return decimal
  const [thousands, point] = name === 'tr' ? ['.', ','] : [',', '.']
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)
  return `${sign}${grouped}${fraction.replace('.', point)}`
}

export function momentIn(instant: string, { language: { name }, timeZone }: Manner): string {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return instant
  return new Intl.DateTimeFormat(name === 'tr' ? 'tr-TR' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone,
  }).format(moment)
}

export function dateIn(instant: string, { language: { name }, timeZone }: Manner): string {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return instant
  const locale = name === 'tr' ? 'tr-TR' : 'en-GB'
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(moment)
}

/** The time of day with milliseconds, for the steps of one request. */
export const clockIn = (instant: string, { timeZone }: Manner): string =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZone,
  }).format(new Date(instant))

/** The display form of a word of the events or the API; an unknown word stays as it is. */
export function wordIn(word: string, { language: { texts } }: Manner): string {
  const known: Readonly<Record<string, string>> = { ...texts.nouns, ...texts.words }
  return Object.hasOwn(known, word) ? (known[word] ?? word) : word
}
