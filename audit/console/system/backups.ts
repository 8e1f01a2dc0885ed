import type { AuditedSystem } from '#audit/audited-system.ts'

export interface LastBackup {
  /** The moment as of which it has the system. */
  readonly takenAt: Date
  readonly events: string
  readonly files: number
}

/** The last backup of this system that succeeded; undefined if there was none. */
export async function lastBackup({
  pool,
}: Pick<AuditedSystem, 'pool'>): Promise<LastBackup | undefined> {
  const found = await pool.query<{ may: boolean }>(
    `select has_table_privilege(oid, 'select') as may from pg_class
     where oid = to_regclass('audit.backup')`,
  )
  if (found.rows[0]?.may !== true) return undefined
  const { rows } = await pool.query<LastBackup>(
    `select taken_at as "takenAt", events::text, files from audit.backup
     order by taken_at desc limit 1`,
  )
  return rows[0]
}
