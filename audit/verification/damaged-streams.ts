import type { AuditedLog } from '../audited-system.ts'
import { type BrokenRule, faultOf } from './checks/check.ts'

const fault = faultOf('streams')

interface Concern {
  /** Null for all companies. */
  readonly companyId: string | null
  /** Whether events that were hashed are missing in the log. */
  readonly isLogIncomplete: boolean
}

/**
 * Our streams that somebody deleted, cut or tombstoned: the log may still have every event of them, but
 * nothing can be decided on them. One of which nothing is left counts if events are missing: else it
 * may have been another program's.
 */
export async function damagedStreams(
  log: Pick<AuditedLog, 'damagedStreams'>,
  { companyId, isLogIncomplete }: Concern,
): Promise<readonly BrokenRule[]> {
  const damages = await log.damagedStreams()
  return damages
    .filter((damage) =>
      damage.companyId === undefined
        ? isLogIncomplete && companyId === null
        : companyId === null || damage.companyId === companyId,
    )
    .map(({ stream, position, problem, companyId: owner = '' }) =>
      fault({ stream, position, companyId: owner }, `${problem}: an administrator must look at it`),
    )
}
