import { spelledOneWay } from './given-name-list.ts'
import { spelledDifferently } from './given-name-spellings.ts'
import { commonSurnames } from './known-surnames.ts'

const wordsOf = (text: string) => text.trim().split(/\s+/)

const usualSpelling = new Map([
  ...wordsOf(spelledOneWay).map((name) => [name, name] as const),
  ...spelledDifferently
    .trim()
    .split('\n')
    .map(wordsOf)
    .flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)),
])
const surnames: ReadonlySet<string> = new Set(wordsOf(commonSurnames))

/** The usual spelling of a given name; undefined if the name is unknown. */
export const givenName = (token: string): string | undefined => usualSpelling.get(token)

export const isKnownSurname = (token: string): boolean => surnames.has(token)
