import { fold } from '../turkish-text.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/** The runtime has names for these, but they are no one's nationality. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'])
/** The runtime reads these as the states that followed; a citizen of then may be of another one today. */
const formerCountries = new Set(['SU', 'YU', 'CS', 'DD', 'AN', 'NT', 'PU'])

const simplified = (name: string) =>
  fold(name)
    .replace(/[^a-z]+/g, ' ')
    .trim()

/** Names that lists use beside those of the runtime's language data. */
const otherNames: Readonly<Record<string, string>> = {
  ae: 'bae|uae|emirates|emirlikler',
  ba: 'bosna hersek|bosnia and herzegovina',
  bo: 'bolivia plurinational state of',
  cd: 'democratic republic of the congo|congo democratic republic of the|kongo demokratik cumhuriyeti|drc|zaire',
  cf: 'central african republic|car',
  cg: 'congo|republic of the congo|congo republic of the|kongo|kongo cumhuriyeti',
  ci: 'cote d ivoire|ivory coast|fildisi sahili|fildisi kiyisi',
  cn: 'cin halk cumhuriyeti|people s republic of china|prc|chc',
  cz: 'czech republic|cek cumhuriyeti',
  eg: 'misir arap cumhuriyeti|arab republic of egypt',
  gb: 'ingiltere|united kingdom of great britain and northern ireland|great britain|england|britanya|buyuk britanya',
  hk: 'hong kong',
  ir: 'iran islamic republic of|islamic republic of iran|iran islam cumhuriyeti',
  kp: 'democratic people s republic of korea|korea democratic people s republic of|dprk|north korea|kore demokratik halk cumhuriyeti|kdhc',
  kr: 'republic of korea|korea republic of|south korea|kore cumhuriyeti',
  la: 'lao people s democratic republic|laos',
  ly: 'libyan arab jamahiriya|libya arap cemahiriyesi|state of libya',
  md: 'republic of moldova|moldova cumhuriyeti',
  mk: 'makedonya|macedonia|the former yugoslav republic of macedonia|republic of north macedonia',
  mm: 'burma',
  ps: 'palestine|filistin|state of palestine|palestinian|occupied palestinian territory',
  ru: 'russian federation|rusya federasyonu|rf',
  sa: 'ksa|kingdom of saudi arabia|suudi arabistan kralligi',
  sy: 'syrian arab republic|suriye arap cumhuriyeti',
  sz: 'swaziland',
  tr: 'tc|t c|turkiye cumhuriyeti|turk|turkish|turkey',
  tt: 'tirinidad ve tobago',
  tw: 'republic of china taiwan|chinese taipei',
  tz: 'united republic of tanzania',
  us: 'abd|usa|u s a|united states of america|amerika|amerika birlesik devletleri',
  ve: 'venezuela bolivarian republic of',
  vn: 'viet nam|vietnam sosyalist cumhuriyeti',
}

/** Country codes by Turkish and English country names, from the runtime's language data. */
const codes: ReadonlyMap<string, string> = new Map([
  ...['en', 'tr'].flatMap((language) => namesIn(language)),
  ...Object.entries(otherNames).flatMap(([code, names]) =>
    names.split('|').map((name) => [name, code] as const),
  ),
])

/** Two letters mean a country only if there is such a country. */
function namesIn(language: string): (readonly [string, string])[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = names.of(code)
    if (name === undefined || noCountries.has(code) || formerCountries.has(code)) return []
    const present = (new Intl.Locale(`und-${code}`).region ?? code).toLowerCase()
    return [[simplified(name), present] as const, [code.toLowerCase(), present] as const]
  })
}

/** A region of a country, as OpenSanctions writes it: `gb-sct`. */
const region = /^\s*([a-z]{2})-[a-z]{2,4}\s*$/i

/** The codes of the countries named in a list's cell; other words are ignored. */
export const countryCodes = (text: string | null): readonly string[] => [
  ...new Set(
    (text ?? '').split(/[;/|\n]/).flatMap((part) => {
      const whole = codeOf(part)
      return whole === undefined
        ? part.split(/,|\(|\s(?:and|ve)\s/).flatMap((name) => codeOf(name) ?? [])
        : [whole]
    }),
  ),
]

function codeOf(text: string): string | undefined {
  const name = simplified(region.exec(text)?.[1] ?? text)
  return codes.get(name) ?? codes.get(name.replace(/^the /, ''))
}
