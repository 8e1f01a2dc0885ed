export type Purpose = 'customer' | 'fiscal' | 'company' | 'feed'

/** The owner of a key's data. `person` is an identity number, or a fixed word for other owners. */
export interface KeyOwner {
  readonly companyId: string
  readonly purpose: Purpose
  readonly person: string
}

interface Pseudonyms {
  readonly pseudonym: (...parts: readonly string[]) => string
}

/**
 * The id of an owner's key. A person whose key was destroyed gets a key of the next generation, so
 * that what the destroyed key sealed stays unreadable.
 */
export const keyIdOf = (
  { pseudonym }: Pseudonyms,
  { companyId, purpose, person }: KeyOwner,
  generation: number,
): string =>
  pseudonym('key', companyId, purpose, person, ...(generation === 0 ? [] : [`${generation}`]))

/** Other owners are not people: once their key is destroyed, nothing more is kept for them. */
export const beginsAnew = ({ purpose }: Pick<KeyOwner, 'purpose'>): boolean =>
  purpose === 'customer' || purpose === 'fiscal'
