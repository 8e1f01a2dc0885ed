import { createHmac, type KeyObject } from 'node:crypto'
import { BUYER_ABROAD, END_CONSUMER } from '#kernel/domain/identity-number.ts'
import { KeyDestroyed } from '#kernel/platform/vault/key-destroyed.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { PersonRef } from './public-event.ts'

const HEX_DIGITS = 40

/**
 * Pseudonyms for the feed: keyed hashes of the pseudonyms in events, under a separate key for each
 * company. So no identity number is decrypted, a forgotten person keeps their pseudonym, and the
 * feed cannot be joined with our own tables.
 */
export async function personRefs(
  vault: Pick<Vault, 'keyOf' | 'pseudonym'>,
  companyIds: Iterable<string>,
): Promise<PersonRef> {
  const companies = await Promise.all(
    [...new Set(companyIds)].map(async (companyId) => {
      const key = await feedKey(vault, companyId)
      const nobody = [END_CONSUMER, BUYER_ABROAD].map((idNo) =>
        vault.pseudonym('person', companyId, idNo),
      )
      return [companyId, { key, nobody }] as const
    }),
  )
  const known = new Map(companies)
  return (companyId, pseudonym) => {
    const company = known.get(companyId)
    if (pseudonym === null || company?.key === undefined) return null
    // Buyers who share a number are not one person.
    return company.nobody.includes(pseudonym) ? null : hmac(company.key, pseudonym)
  }
}

const hmac = (key: KeyObject, pseudonym: string) =>
  createHmac('sha256', key).update(pseudonym).digest('hex').slice(0, HEX_DIGITS)

/** Undefined if the key was destroyed: from then on no person of this company has a pseudonym. */
async function feedKey(vault: Pick<Vault, 'keyOf'>, companyId: string) {
  try {
    return (await vault.keyOf({ companyId, purpose: 'feed', person: 'everybody' })).key
  } catch (error) {
    if (error instanceof KeyDestroyed) return undefined
    throw error
  }
}
