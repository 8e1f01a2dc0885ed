import type { RecordAccess } from '#audit/access/access-log.ts'
import type { AccessEvent } from '#kernel/events/access.ts'
import type { Caller } from '#kernel/platform/http/route.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { AuditorsVisit } from './visit.ts'

type Visitor = Pick<AuditorsVisit, 'requestId'> & {
  readonly caller: Pick<Caller, 'apiUserId' | 'companyId'>
}

/** Records what a visitor is about to see, in the log and in the process's own. */
export type RecordVisit = (visitor: Visitor, event: AccessEvent) => Promise<void>

export const recordedVisits =
  (recordAccess: RecordAccess, logger: Logger): RecordVisit =>
  async ({ caller: { apiUserId, companyId }, requestId }, event) => {
    const { type, data } = event
    try {
      const actor = { kind: 'apiUser', id: apiUserId } as const
      await recordAccess({ companyId, actor, requestId, event })
    } catch (error) {
      logger.error({ err: error, requestId }, 'an access cannot be recorded')
      throw error
    }
    logger.info({ apiUserId, companyId, type, ...data, requestId }, 'access')
  }
