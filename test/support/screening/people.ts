import { de, el, en, es, fr, it, ru, tr, uk } from '@faker-js/faker'
import { type ArabicName, arabicFamilyNames, arabicGivenNames } from './arabic-names.ts'
import type { Random } from './random.ts'
import { romanizedRussian } from './romanization.ts'

export type Culture = 'turkish' | 'english' | 'arabic' | 'russian' | 'european'

/** A person's name in parts. */
export interface Person {
  readonly culture: Culture
  readonly given: readonly string[]
  readonly family: string
}

interface Names {
  readonly given: readonly string[]
  readonly family: readonly string[]
}

type NamesBySex = {
  readonly [sex in 'female' | 'male' | 'generic']?: readonly string[] | undefined
}
type Locale = {
  readonly person?: {
    readonly first_name?: NamesBySex | null
    readonly last_name?: NamesBySex | null
  } | null
}

const all = (names: NamesBySex | null = {}) => [
  ...new Set([...(names?.male ?? []), ...(names?.female ?? []), ...(names?.generic ?? [])]),
]

const namesOf = (...locales: readonly Locale[]): Names => ({
  given: locales.flatMap(({ person }) => all(person?.first_name)),
  family: locales.flatMap(({ person }) => all(person?.last_name)),
})

/** Given names of Turkey come first that are frequent there: the package sorts them by letter. */
const commonTurkish =
  'Mehmet Mustafa Ahmet Ali Hüseyin Hasan Fatma Ayşe Emine Hatice Zeynep İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Elif Meryem Halil Süleyman Abdullah Mahmut Recep Salih Fatih Kadir Emre Hakan Adem Kemal Yaşar Bekir Musa Metin Sultan Hanife Merve Zehra'.split(
    ' ',
  )
const commonTurkishSurnames =
  'Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Çakır Erdoğan Yavuz Can Acar Şen Aktaş Güler'.split(
    ' ',
  )

const turkish = namesOf(tr)
export const russianNames: Names = {
  given: [...(ru.person?.first_name?.male ?? []), ...(uk.person?.first_name?.male ?? [])].filter(
    isRussian,
  ),
  family: (ru.person?.last_name?.male ?? []).filter(isRussian),
}
export const patronymics: readonly string[] = ru.person?.middle_name?.male ?? []
export const greekNames: Names = namesOf(el)

function isRussian(name: string) {
  return /^[а-яё]+$/i.test(name)
}

const latin: Readonly<Record<Exclude<Culture, 'arabic' | 'russian'>, Names>> = {
  turkish: {
    given: [...commonTurkish, ...turkish.given.filter((name) => !commonTurkish.includes(name))],
    family: [
      ...commonTurkishSurnames,
      ...turkish.family.filter((name) => !commonTurkishSurnames.includes(name)),
    ],
  },
  english: namesOf(en),
  european: namesOf(de, fr, it, es),
}

const MIDDLE_NAME_IN = 4

/** A person of that culture; one in four has two given names. */
export function personFrom(random: Random, culture: Culture): Person {
  const count = random.below(MIDDLE_NAME_IN) === 0 ? 2 : 1
  return personWith(random, culture, count)
}

export function personWith(random: Random, culture: Culture, count: number): Person {
  const pick = pickers[culture](random)
  const given: string[] = []
  while (given.length < count) {
    const name = pick.given()
    if (!given.includes(name)) given.push(name)
  }
  return { culture, given, family: pick.family() }
}

export const fullName = ({ given, family }: Person) => [...given, family].join(' ')

const fromLatin =
  ({ given, family }: Names) =>
  (random: Random) => ({
    given: () => random.frequentFirst(given),
    family: () => random.frequentFirst(family),
  })

const latinOf = (random: Random, name: ArabicName) => random.anyOf(name.latin)

const pickers: Readonly<
  Record<Culture, (random: Random) => { given: () => string; family: () => string }>
> = {
  turkish: fromLatin(latin.turkish),
  english: fromLatin(latin.english),
  european: fromLatin(latin.european),
  arabic: (random) => ({
    given: () => latinOf(random, random.frequentFirst(arabicGivenNames)),
    family: () =>
      latinOf(random, random.anyOf(random.below(2) === 0 ? arabicGivenNames : arabicFamilyNames)),
  }),
  russian: (random) => ({
    given: () => romanizedRussian(random.anyOf(russianNames.given), false),
    family: () => romanizedRussian(random.anyOf(russianNames.family), false),
  }),
}
