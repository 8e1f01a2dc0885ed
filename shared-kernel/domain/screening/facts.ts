import { type YearRange, yearsApart } from './birth-years.ts'

/** What is known of a person besides the name; empty if nothing is known. */
export interface Facts {
  /** One for each date of birth: a list may know several. */
  readonly birthYears: readonly YearRange[]
  /** Two-letter codes of countries, in lower case. */
  readonly countries: readonly string[]
}

export const noFacts: Facts = { birthYears: [], countries: [] }

/** People have several nationalities, and lists name the country of an offence. */
const OTHER_COUNTRY = 0.9
/** From three years on, it is a namesake: a whole name falls below the usual threshold. */
const YEARS_APART: readonly (readonly [atLeast: number, factor: number])[] = [
  [10, 0.6],
  [3, 0.75],
  [2, 0.9],
  [1, 0.96],
]

/** What one fact does to a score: it is multiplied by `effect`. */
export interface FactCompared {
  readonly fact: 'birthYear' | 'country' | 'weakAlias'
  readonly agrees: boolean
  readonly effect: number
}

/** The facts that both sides know. */
export const factsCompared = (one: Facts, other: Facts): readonly FactCompared[] => [
  ...birthYearsCompared(one, other),
  ...countriesCompared(one, other),
]

/** The factor of a name's score. Facts that agree, or are unknown, change nothing. */
export const agreement = (one: Facts, other: Facts): number =>
  factsCompared(one, other).reduce((product, { effect }) => product * effect, 1)

function birthYearsCompared(one: Facts, other: Facts): readonly FactCompared[] {
  const apart = yearsApart(one.birthYears, other.birthYears)
  if (apart === undefined) return []
  const effect = YEARS_APART.find(([atLeast]) => apart >= atLeast)?.[1] ?? 1
  return [{ fact: 'birthYear', agrees: effect === 1, effect }]
}

function countriesCompared(
  { countries: one }: Facts,
  { countries: other }: Facts,
): readonly FactCompared[] {
  if (one.length === 0 || other.length === 0) return []
  const agrees = one.some((country) => other.includes(country))
  return [{ fact: 'country', agrees, effect: agrees ? 1 : OTHER_COUNTRY }]
}
