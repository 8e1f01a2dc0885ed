import type { AuditedSystem } from '#audit/audited-system.ts'
import { find } from '#audit/finding/find.ts'
import { nounNamed, type OwnedSubject } from '#audit/nouns.ts'

const ID = /^[0-9a-f]{24}$/

/** The record in the address, if it belongs to the company; otherwise not found. */
export async function ownRecord(
  system: AuditedSystem,
  companyId: string,
  address: { readonly noun: string | undefined; readonly id: string | undefined },
): Promise<OwnedSubject | undefined> {
  const noun = nounNamed(address.noun)
  const { id = '' } = address
  if (noun === undefined || !ID.test(id)) return undefined
  const found = await find(system, { value: id, companyId }, [noun])
  const own = found.find((one) => one.id === id && one.companyId === companyId)
  return own === undefined ? undefined : { noun, id, companyId }
}
