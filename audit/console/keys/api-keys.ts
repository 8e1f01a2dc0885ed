import type { AuditedSystem } from '#audit/audited-system.ts'
import { historyPage } from '#audit/history/steps.ts'

export interface ListedKey {
  readonly apiUserId: string
  readonly rights: readonly string[]
  readonly standing: 'valid' | 'disabled' | 'expired' | 'forgotten'
  /** ISO 8601. */
  readonly validUntil: string
  /** If an event among the company's newest says so: a write, a sign-in to pages, or what was viewed there. */
  readonly lastUseAt: string | null
}

/** A company has few keys; more are the operator's business. */
const MOST_KEYS = 500

/** The keys of a company, and never a secret or its hash. */
export async function apiKeysOf(
  system: AuditedSystem,
  companyId: string,
): Promise<readonly ListedKey[]> {
  const rows = await system.readModels
    .selectFrom('api_key')
    .select(['api_user_id', 'rights', 'status', 'valid_until'])
    .select((row) => row('secret_hash', 'is', null).as('is_forgotten'))
    .where('company_id', '=', companyId)
    .orderBy('api_user_id')
    .limit(MOST_KEYS)
    .execute()
  const lastUses = await lastUsesOf(system, companyId)
  const now = Date.now()
  return rows.map(({ api_user_id, rights, status, valid_until, is_forgotten }) => ({
    apiUserId: api_user_id,
    rights,
    standing: standingOf({
      isForgotten: is_forgotten,
      status,
      isOver: valid_until.getTime() <= now,
    }),
    validUntil: valid_until.toISOString(),
    lastUseAt: lastUses.get(api_user_id) ?? null,
  }))
}

interface Key {
  readonly isForgotten: unknown
  readonly status: boolean
  readonly isOver: boolean
}

function standingOf({ isForgotten, status, isOver }: Key): ListedKey['standing'] {
  if (isForgotten === true) return 'forgotten'
  if (!status) return 'disabled'
  return isOver ? 'expired' : 'valid'
}

/** Among the newest events of the company that keys recorded: one page of the log, and no more. */
async function lastUsesOf(
  system: AuditedSystem,
  companyId: string,
): Promise<ReadonlyMap<string, string>> {
  const query = { order: 'newest', actor: 'apiUser' } as const
  const { steps } = await historyPage(system, { noun: 'everything', companyId }, query)
  return new Map(steps.map(({ metadata }) => [metadata.actor.id, metadata.recordedAt]))
}
