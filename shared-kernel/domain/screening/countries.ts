import { fold } from '../turkish-text.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

const simplified = (name: string) =>
  fold(name)
    .replace(/[^a-z]+/g, ' ')
    .trim()

const otherNames: Readonly<Record<string, string>> = {
  tc: 'tr',
  't c': 'tr',
  'turkiye cumhuriyeti': 'tr',
  turk: 'tr',
  turkish: 'tr',
  turkey: 'tr',
  abd: 'us',
  usa: 'us',
  'amerika birlesik devletleri': 'us',
  ingiltere: 'gb',
  uk: 'gb',
  'russian federation': 'ru',
  'rusya federasyonu': 'ru',
  'iran islamic republic of': 'ir',
  'iran islam cumhuriyeti': 'ir',
  'syrian arab republic': 'sy',
  'suriye arap cumhuriyeti': 'sy',
  'democratic people s republic of korea': 'kp',
  'libyan arab jamahiriya': 'ly',
}

/** Country codes by Turkish and English country names, from the runtime's language data. */
const codes: ReadonlyMap<string, string> = new Map([
  ...['en', 'tr'].flatMap((language) => namesIn(language)),
  ...Object.entries(otherNames),
])

function namesIn(language: string): (readonly [string, string])[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = names.of(code)
    const isCountry = !['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ'].includes(code)
    return name === undefined || !isCountry ? [] : [[simplified(name), code.toLowerCase()] as const]
  })
}

/** The codes of the countries named in a list's cell; other words are ignored. */
export const countryCodes = (text: string | null): readonly string[] => [
  ...new Set(
    (text ?? '').split(/[;,/|]/).flatMap((part) => {
      const name = simplified(part)
      if (/^[a-z]{2}$/.test(name) && name !== 'tc') return [name]
      return codes.get(name) ?? []
    }),
  ),
]
