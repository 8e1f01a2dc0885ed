import type { AuditedSystem } from '#audit/audited-system.ts'
import { type LastVerification, lastVerification } from '#audit/verification/verifications.ts'
import { chainEnd } from '#kernel/platform/log-chain/blocks.ts'
import { lastSignedInLog } from '#kernel/platform/log-chain/signed-in-log.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { servedTables } from '#projections/runtime/served-tables.ts'
import { type LastBackup, lastBackup } from './backups.ts'
import { type Deliveries, deliveriesOf } from './webhooks.ts'

/** The tables as `projections -- status` sees them, and of the parked companies no more than one's own. */
export interface StandingTables {
  readonly state: Awaited<ReturnType<typeof servedTables>>['state']
  readonly version: string | null
  readonly lagEvents: number | null
  readonly lagIsMore: boolean
  readonly lagMs: number | null
  readonly failure: string | undefined
  /** Whether events of some company wait because one cannot be shown. */
  readonly hasParked: boolean
  /** How many events of this company wait; null if none does. */
  readonly ownWaiting: number | null
}

export interface Evidence {
  readonly chained: number
  /** Null: nothing is signed. */
  readonly signed: { readonly count: number; readonly at: string; readonly keyId: string } | null
}

export interface Installation {
  readonly tables: StandingTables
  readonly evidence: Evidence
  readonly verification: LastVerification | undefined
  readonly deliveries: Deliveries
  readonly backup: LastBackup | undefined
  readonly postgresql: string
}

export async function installation(
  system: AuditedSystem,
  companyId: string,
): Promise<Installation> {
  const { rows } = await system.pool.query<{ server_version: string }>('show server_version')
  return {
    tables: await tablesOf(system, companyId),
    evidence: await evidenceOf(system),
    verification: await lastVerification(system.pool, companyId),
    deliveries: await deliveriesOf(system, companyId),
    backup: await lastBackup(system),
    postgresql: rows[0]?.server_version ?? '',
  }
}

async function tablesOf({ pool, log }: AuditedSystem, companyId: string): Promise<StandingTables> {
  const client = await pool.connect()
  try {
    const served = await servedTables({ client, eventStore: log, definition: readModels })
    const { state, version, lagEvents, lagIsMore, lagMs, parked } = served
    return {
      state,
      version,
      lagEvents,
      lagIsMore,
      lagMs,
      failure: 'failure' in served ? served.failure : undefined,
      hasParked: parked.length > 0,
      ownWaiting: parked.find(({ company }) => company === companyId)?.waiting ?? null,
    }
  } finally {
    client.release()
  }
}

async function evidenceOf({ pool, log }: AuditedSystem): Promise<Evidence> {
  const signed = await lastSignedInLog(log)
  return {
    chained: (await chainEnd(pool))?.count ?? 0,
    signed: signed === undefined ? null : { ...signed.head, at: signed.recordedAt },
  }
}

/** The rule of the alert SarrafNotSigned; its own event is the one that stays unsigned. */
export const UNSIGNED = { events: 1, minutes: 15 } as const

export function isUnsigned({ chained, signed }: Evidence, now: number): boolean {
  if (signed === null) return false
  const isLate = now - Date.parse(signed.at) > UNSIGNED.minutes * 60_000
  return chained - signed.count > UNSIGNED.events && isLate
}
