import { arabicFamilyNames, arabicGivenNames } from './arabic-names.ts'
import { companyFrom, companyName, otherWord } from './companies.ts'
import { inArabicLetters, inCyrillicLetters, inGreekLetters } from './foreign-letters.ts'
import {
  type Culture,
  fullName,
  greekNames,
  type Person,
  patronymics,
  personFrom,
  personWith,
  russianNames,
} from './people.ts'
import type { Random } from './random.ts'
import { romanizedGreek, romanizedRussian } from './romanization.ts'
import { withTransposition, withTypo } from './slips.ts'

interface Names {
  readonly sought: string
  readonly listed: string
}

/** How two names of one person or company differ, or why two names are of different ones. */
export interface Variation {
  readonly name: string
  readonly isSame: boolean
  readonly of: 'person' | 'company'
  readonly pair: (random: Random) => Names
}

const cultures: readonly Culture[] = ['turkish', 'english', 'arabic', 'russian', 'european']
const anyPerson = (random: Random) => personFrom(random, random.anyOf(cultures))
const initialOf = (name: string) => `${name.charAt(0)}.`

const same = (name: string, pair: Variation['pair']): Variation => ({
  name,
  isSame: true,
  of: 'person',
  pair,
})
const different = (name: string, pair: Variation['pair']): Variation => ({
  name,
  isSame: false,
  of: 'person',
  pair,
})
const company = (variation: Variation): Variation => ({ ...variation, of: 'company' })

/** The name as it is, against a changed one. */
const changed =
  (whose: (random: Random) => Person, change: (random: Random, name: string) => string) =>
  (random: Random): Names => {
    const listed = fullName(whose(random))
    return { sought: change(random, listed), listed }
  }

const turkish = (random: Random) => personFrom(random, 'turkish')
const twoTypos = (random: Random, name: string) => withTypo(random, withTypo(random, name))

const arabic = (random: Random) => {
  const given = random.frequentFirst(arabicGivenNames)
  const family = random.anyOf(arabicFamilyNames)
  return {
    sought: `${given.script} ${family.script}`,
    listed: `${random.anyOf(given.latin)} ${random.anyOf(family.latin)}`,
  }
}

/** As a newspaper of another country writes a name. */
const foreign =
  (written: (name: string) => string) =>
  (random: Random): Names => {
    const listed = fullName(turkish(random))
    return { sought: written(listed), listed }
  }

const otherGivenName = (random: Random, person: Person): Person => {
  const other = personWith(random, person.culture, person.given.length)
  return other.given.some((name) => person.given.includes(name))
    ? otherGivenName(random, person)
    : { ...person, given: other.given }
}

const people: readonly Variation[] = [
  same('one typo', changed(anyPerson, withTypo)),
  same('one typo, Turkish', changed(turkish, withTypo)),
  same('transposition', changed(anyPerson, withTransposition)),
  same('two typos', changed(anyPerson, twoTypos)),
  same('two typos, Turkish', changed(turkish, twoTypos)),
  same('first initial', (random) => {
    const person = personWith(random, random.anyOf(cultures), 1)
    return {
      sought: `${initialOf(person.given[0] ?? '')} ${person.family}`,
      listed: fullName(person),
    }
  }),
  same('middle initials', (random) => {
    const person = personWith(random, random.anyOf(cultures), 2 + random.below(2))
    const [first = '', ...middle] = person.given
    return {
      sought: [first, ...middle.map(initialOf), person.family].join(' '),
      listed: fullName(person),
    }
  }),
  same('joined given names', (random) => {
    const { given, family, culture } = personWith(random, random.anyOf(['turkish', 'arabic']), 2)
    const joined = given.join('').toLowerCase().replace(/ /g, '')
    return { sought: `${joined} ${family}`, listed: fullName({ given, family, culture }) }
  }),
  same('second family name', (random) => {
    const person = personWith(random, random.anyOf(cultures), 1)
    const { family } = personWith(random, person.culture, 1)
    return { sought: `${fullName(person)} ${family}`, listed: fullName(person) }
  }),
  same('joined article', (random) => {
    const withArticle = arabicFamilyNames.filter(({ latin }) => /^[AE]l-/.test(latin[0] ?? ''))
    const family = random.anyOf(withArticle).latin[0] ?? ''
    const person = { ...personWith(random, 'arabic', 1), family }
    const joined = family.charAt(0) + family.slice(1).replace('-', '').toLowerCase()
    return { sought: fullName({ ...person, family: joined }), listed: fullName(person) }
  }),
  same('reversed', (random) => {
    const person = anyPerson(random)
    return {
      sought: `${person.family} ${person.given.join(' ')}`,
      listed: fullName(person).toUpperCase(),
    }
  }),
  same('middle name missing', (random) => {
    const person = personWith(random, random.anyOf(cultures), 2)
    return {
      sought: fullName({ ...person, given: person.given.slice(0, 1) }),
      listed: fullName(person),
    }
  }),
  same('patronymic missing', (random) => {
    const [given, family] = [random.anyOf(russianNames.given), random.anyOf(russianNames.family)]
    const patronymic = random.anyOf(patronymics)
    const listed = romanizedRussian(`${given} ${patronymic} ${family}`, false)
    return { sought: romanizedRussian(`${given} ${family}`, random.below(2) === 0), listed }
  }),
  same('Greek', (random) => {
    const name = `${random.anyOf(greekNames.given)} ${random.anyOf(greekNames.family)}`
    return { sought: name, listed: romanizedGreek(name, random.below(3) === 0) }
  }),
  same('Arabic script', arabic),
  same('Cyrillic', (random) => {
    const name = `${random.anyOf(russianNames.given)} ${random.anyOf(russianNames.family)}`
    return { sought: name, listed: romanizedRussian(name, random.below(3) === 0) }
  }),
  same('Turkish name in Greek letters', foreign(inGreekLetters)),
  same('Turkish name in Arabic letters', foreign(inArabicLetters)),
  same('Turkish name in Cyrillic letters', foreign(inCyrillicLetters)),
  same('other Latin spelling, Arabic', (random) => {
    const [given, family] = [
      random.frequentFirst(arabicGivenNames),
      random.anyOf(arabicFamilyNames),
    ]
    const anySpelling = () => `${random.anyOf(given.latin)} ${random.anyOf(family.latin)}`
    return { sought: anySpelling(), listed: anySpelling() }
  }),
  different('other given name', (random) => {
    const person = anyPerson(random)
    return { sought: fullName(otherGivenName(random, person)), listed: fullName(person) }
  }),
  different('other family name', (random) => {
    const person = anyPerson(random)
    const other = personWith(random, person.culture, 1)
    return {
      sought: fullName({
        ...person,
        family: other.family === person.family ? 'Nobody' : other.family,
      }),
      listed: fullName(person),
    }
  }),
  different('other middle name', (random) => {
    const person = personWith(random, random.anyOf(cultures), 2)
    const [first = '', middle = ''] = person.given
    const [, other = ''] = otherGivenName(random, person).given
    return {
      sought: fullName({ ...person, given: [first, other] }),
      listed: fullName({ ...person, given: [first, middle] }),
    }
  }),
]

const companyVariation = (
  name: string,
  change: (words: string, form: readonly string[], random: Random) => Names,
): Variation =>
  company(
    same(name, (random) => {
      const { words, form } = companyFrom(random)
      return change(words.join(' '), form, random)
    }),
  )

const companies: readonly Variation[] = [
  companyVariation('company form first', (words, [form = '']) => ({
    sought: `${form} ${words}`,
    listed: `${words} ${form}`,
  })),
  companyVariation('company form after a comma', (words, [form = '']) => ({
    sought: `${words}, ${form}`,
    listed: `${words} ${form}`.toUpperCase(),
  })),
  companyVariation('company form written out', (words, [form = '', long = '']) => ({
    sought: `${words} ${long}`,
    listed: `${words} ${form}`,
  })),
  companyVariation('company form missing', (words, form, random) => ({
    sought: words,
    listed: `${words} ${random.anyOf(form)}`,
  })),
  company(
    same('company typo', (random) => {
      const found = companyFrom(random)
      return { sought: withTypo(random, found.words.join(' ')), listed: companyName(found) }
    }),
  ),
  company(
    different('other company word', (random) => {
      const { words, form } = companyFrom(random)
      const at = words.length > 2 ? random.below(2) : 0
      const others = words.map((word, place) => (place === at ? otherWord(random, word) : word))
      return { sought: companyName({ words: others, form }), listed: companyName({ words, form }) }
    }),
  ),
  company(
    different('other number', (random) => {
      const { words, form } = companyFrom(random)
      const number = 2 + random.below(30)
      const numbered = (value: number) => companyName({ words: [...words, String(value)], form })
      return { sought: numbered(number), listed: numbered(number + 1 + random.below(5)) }
    }),
  ),
]

export const variations: readonly Variation[] = [...people, ...companies]
