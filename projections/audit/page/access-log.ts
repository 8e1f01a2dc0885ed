import type pg from 'pg'
import { auditTables } from '#kernel/platform/database/audit-tables.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import { makeTables } from '#kernel/platform/postgres.ts'

/** One access of a signed-in visitor, without search values and without the data shown. */
export interface Access {
  readonly apiUserId: string
  readonly companyId: string
  readonly what: 'sign-in' | 'find' | 'time line' | 'changes' | 'evidence'
  /** Of the record that was shown; null if it was not a single record. */
  readonly noun: string | null
  readonly recordId: string | null
}

export type RecordAccess = (access: Access, requestId: string) => Promise<void>

/** Records an access before anything is shown. An access that cannot be recorded fails. */
export function accessLog(pool: pg.Pool, logger: Logger): RecordAccess {
  let made: Promise<void> | undefined
  return async ({ apiUserId, companyId, what, noun, recordId }, requestId) => {
    made ??= makeTables(pool, auditTables)
    await made.catch((error: unknown) => {
      made = undefined
      throw error
    })
    await pool.query(
      `insert into audit.look (company_id, api_user_id, what, noun, record_id, request_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [companyId, apiUserId, what, noun, recordId, requestId],
    )
    logger.info({ apiUserId, companyId, what, noun, recordId, requestId }, 'access')
  }
}
