import { normalNumber } from './normal-number.ts'

interface Pseudonyms {
  readonly pseudonym: (...parts: readonly string[]) => string
}

/** The pseudonym by which the log names a person, whatever the spelling of the number; null without one. */
export function personRefOf(vault: Pseudonyms, companyId: string, idNo: string): string
export function personRefOf(
  vault: Pseudonyms,
  companyId: string,
  idNo: string | null,
): string | null
export function personRefOf({ pseudonym }: Pseudonyms, companyId: string, idNo: string | null) {
  return idNo === null ? null : pseudonym('person', companyId, normalNumber(idNo))
}

/** Whose key it is that seals what belongs to the person with a number. */
export const keyHolder = (idNo: string | null | undefined): string =>
  idNo == null ? 'unidentified' : normalNumber(idNo)

/** The same, and what earlier versions named the person by where the number was written like this. */
export const personRefsOf = (
  vault: Pseudonyms,
  companyId: string,
  written: string,
): readonly string[] => [
  ...new Set([
    personRefOf(vault, companyId, written),
    vault.pseudonym('person', companyId, written),
  ]),
]
