import type { ListEntry } from '#command/providers/sanction-lists/port.ts'
import { birthYearsIn } from '#kernel/domain/screening/birth-years.ts'
import { countryCodes } from '#kernel/domain/screening/countries.ts'
import type { ListedEntity } from '#kernel/domain/screening/list-index.ts'

/** What is compared of an entry. */
export const entityOf = (entry: ListEntry): ListedEntity => ({
  names: [entry.name, ...entry.aliases],
  weakNames: entry.weakAliases,
  idNos: numbersOf(entry),
  birthYears: birthYearsIn(entry.birthDate),
  countries: countryCodes(entry.nationality),
})

/** The entry's names in the order in which `entityOf` gives them. */
export const namesOf = ({ name, aliases, weakAliases }: ListEntry): readonly string[] => [
  name,
  ...aliases,
  ...weakAliases,
]

/** Other names as the list has them. */
export const shownAliases = ({ aliases, weakAliases, partNames }: ListEntry): string[] =>
  [...aliases, ...weakAliases].filter((alias) => !partNames.includes(alias))

/** All by which the entry is found. */
export const numbersOf = ({ idNos, otherNumbers }: ListEntry): readonly string[] => [
  ...idNos,
  ...otherNumbers,
]

export const nameAt = (entry: ListEntry, at: number): string => namesOf(entry)[at] ?? entry.name
