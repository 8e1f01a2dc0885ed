import type { KeyOwner, Vault } from './vault.ts'

/**
 * The id of an owner's key. A person whose key was destroyed begins anew under the next generation, so
 * that what the destroyed key sealed stays unreadable.
 */
export const keyIdOf = (
  { pseudonym }: Pick<Vault, 'pseudonym'>,
  { companyId, purpose, person }: KeyOwner,
  generation: number,
): string =>
  pseudonym('key', companyId, purpose, person, ...(generation === 0 ? [] : [`${generation}`]))

/** Other owners are not people: once their key is destroyed, nothing more is kept for them. */
export const beginsAnew = ({ purpose }: Pick<KeyOwner, 'purpose'>): boolean =>
  purpose === 'customer' || purpose === 'fiscal'
