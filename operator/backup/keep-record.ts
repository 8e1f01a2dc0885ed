import type { Pool } from 'pg'
import { auditTables } from '#kernel/platform/database/audit-tables.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import type { Manifest } from '../archive/manifest.ts'

/** Records in the system that a backup of it was made; a restored system has none of these records. */
export async function keepRecord(
  pool: Pick<Pool, 'query'>,
  { id, takenAt, log, files }: Pick<Manifest, 'id' | 'takenAt' | 'log' | 'files'>,
): Promise<void> {
  await makeTables(pool, auditTables)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  await pool.query(
    'insert into audit.backup (id, taken_at, events, files, bytes) values ($1, $2, $3, $4, $5)',
    [id, takenAt, log.events, files.length, bytes],
  )
}
