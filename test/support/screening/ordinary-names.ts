import { companyFrom, companyName } from './companies.ts'
import { type Culture, fullName, personFrom } from './people.ts'
import { randomFrom } from './random.ts'

/** How many of a hundred people on the list are of each culture. */
const shares: readonly (readonly [Culture, number])[] = [
  ['russian', 60],
  ['european', 33],
  ['arabic', 4],
  ['turkish', 2],
  ['english', 1],
]
const cultures = shares.flatMap(([culture, share]) => Array.from({ length: share }, () => culture))
const COMPANY_IN = 4

/** The names of a list: people of many cultures, and companies. */
export function listedNames(count: number, seed = 25): readonly string[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () =>
    random.below(COMPANY_IN) === 0
      ? companyName(companyFrom(random))
      : fullName(personFrom(random, random.anyOf(cultures))),
  )
}

/** The names of people of whom nobody has reason to think that they are on a list. */
export function ordinaryNames(culture: Culture, count: number, seed = 7): readonly string[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => fullName(personFrom(random, culture)))
}
