/** Scripts whose words are compared with Latin ones by their consonants. */
export type Script = 'latin' | 'greek' | 'consonants'

const consonants: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: 'بپ',
    t: 'تطدضثذٹڈټډ',
    j: 'جچژځڅ',
    h: 'حخهةہھۂۀۃە',
    r: 'رړڑڕ',
    z: 'زظږ',
    s: 'سشصښ',
    k: 'غقكکگڭګڪڳ',
    f: 'فڤ',
    l: 'لڵ',
    m: 'م',
    n: 'نڼڻں',
    w: 'وؤۆۇۋ',
    y: 'يئىیۍېےێ',
    a: 'اأإآٱع',
  }).flatMap(([latin, letters]) => letters.split('').map((letter) => [letter, latin] as const)),
)
const hebrew: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: 'בפף',
    t: 'תטד',
    j: '',
    h: 'הח',
    r: 'ר',
    z: 'ז',
    s: 'סשצץ',
    k: 'גקכך',
    l: 'ל',
    m: 'מם',
    n: 'נן',
    w: 'ו',
    y: 'י',
    a: 'אע',
  }).flatMap(([latin, letters]) => letters.split('').map((letter) => [letter, latin] as const)),
)

const hasConsonants = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const hasGreek = /\p{Script=Greek}/u

export const scriptOf = (word: string): Script =>
  hasConsonants.test(word) ? 'consonants' : hasGreek.test(word) ? 'greek' : 'latin'

/** The letters of a word of Arabic or Hebrew script; short vowels are not written, or left out. */
export const consonantsIn = (word: string): string =>
  Array.from(
    word.normalize('NFC'),
    (letter) => consonants.get(letter) ?? hebrew.get(letter) ?? '',
  ).join('')

const greekPairs: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'u'],
  [/[αάε έ]υ(?=[θκξπσςτφχψ]|$)/g, 'af'],
  [/αι/g, 'e'],
  [/[οε]ι/g, 'i'],
  [/τζ/g, 'j'],
  [/τσ/g, 'ts'],
  [/γγ|γχ/g, 'ng'],
]
const greekLetters: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'h',
  ψ: 'ps',
  ω: 'o',
}

/** A Greek word in Latin letters, as it sounds. */
export const latinFromGreek = (word: string): string => {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const paired = greekPairs.reduce((text, [pattern, latin]) => text.replace(pattern, latin), plain)
  return Array.from(paired, (letter) => greekLetters[letter] ?? letter).join('')
}

type Rules = readonly (readonly [RegExp, string])[]

/** Consonants that the scripts tell apart in other ways become one. */
const classesOf: Rules = [
  [/sch|sh/g, 's'],
  [/tch|ch|dj|dzh|zh/g, 'j'],
  [/kh/g, 'h'],
  [/gh|ck|q|g/g, 'k'],
  [/x/g, 'ks'],
  [/th|dh|d/g, 't'],
  [/ph/g, 'f'],
  [/p/g, 'b'],
  [/(?<=.)h$/, ''],
  [/[aeiouyvw]/g, ''],
  [/(.)\1+/g, '$1'],
]

const reduced = (text: string, rules: Rules): string =>
  rules.reduce((word, [pattern, written]) => word.replace(pattern, written), text)

const silentH = [/(?<=..)h$/, ''] as const
const variants: Readonly<Record<Script, readonly Rules[]>> = {
  /** The letter c stands for two sounds. */
  latin: [[[/c(?!h)/g, 'j']], [[/c(?!h|k)/g, 'k']]],
  /** Greek writes b, d and g with two letters each, which it may also speak one by one. */
  greek: [
    [],
    [
      [/mp/g, 'b'],
      [/nt/g, 'd'],
      [/[ng]k/g, 'g'],
      [/ts/g, 'j'],
      [/^g(?=[ei])/, ''],
    ],
    [[/v/g, 'b']],
  ],
  /** A last h may be one that is spoken, and written by others, as t. */
  consonants: [
    [[/(?<=..)h$/, 't']],
    [silentH],
    [silentH, [/f/g, 'v']],
    [silentH, [/ts/g, 'j']],
    [silentH, [/tj/g, 'j']],
  ],
}

/** The consonants of a word, in every reading that its script allows. */
export const skeletonsOf = (text: string, script: Script): readonly string[] => [
  ...new Set(
    variants[script]
      .map((rules) => reduced(reduced(text, rules), classesOf))
      .filter((skeleton) => skeleton !== ''),
  ),
]
