import { createHmac, type KeyObject } from 'node:crypto'
import { END_CONSUMER } from '#kernel/domain/identity-number.ts'
import { KeyDestroyed, type Vault } from '#kernel/platform/vault/vault.ts'
import type { PersonRef } from './public-event.ts'

const HEX_DIGITS = 40

/**
 * Pseudonyms for the feed: keyed hashes, under a key of each company that is for nothing else, of
 * the pseudonyms that events carry. So no identity number is opened for them, a forgotten person
 * keeps theirs, and what stands in our own tables cannot be joined with what readers have.
 */
export async function personRefs(
  vault: Pick<Vault, 'keyOf' | 'pseudonym'>,
  companyIds: Iterable<string>,
): Promise<PersonRef> {
  const companies = await Promise.all(
    [...new Set(companyIds)].map(async (companyId) => {
      const key = await feedKey(vault, companyId)
      const endConsumer = vault.pseudonym('person', companyId, END_CONSUMER)
      return [companyId, { key, endConsumer }] as const
    }),
  )
  const known = new Map(companies)
  return (companyId, pseudonym) => {
    const company = known.get(companyId)
    if (pseudonym === null || company?.key === undefined) return null
    // Buyers who are not named all have one number, and are not one person.
    return pseudonym === company.endConsumer ? null : hmac(company.key, pseudonym)
  }
}

const hmac = (key: KeyObject, pseudonym: string) =>
  createHmac('sha256', key).update(pseudonym).digest('hex').slice(0, HEX_DIGITS)

/** Undefined when it has been destroyed: from then on nobody of this company has a name. */
async function feedKey(vault: Pick<Vault, 'keyOf'>, companyId: string) {
  try {
    return (await vault.keyOf({ companyId, purpose: 'feed', person: 'everybody' })).key
  } catch (error) {
    if (error instanceof KeyDestroyed) return undefined
    throw error
  }
}
