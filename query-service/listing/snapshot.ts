import { Kysely, PostgresDialect } from 'kysely'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { ReadDatabase } from '#projections/database.ts'
import { companyRows, type RowsOf } from './company-rows.ts'
import { forShortReads } from './connections.ts'

/** Reads the tables as they are at one moment, however long the work takes. It cannot write. */
export async function inSnapshot<Result>(
  databaseUrl: string,
  work: (rowsOf: RowsOf) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(databaseUrl, {
    session: forShortReads,
    logger: silentLogger,
    max: 1,
    name: 'sarraf-export',
    readOnly: true,
  })
  const database = new Kysely<ReadDatabase>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((snapshot) => work(companyRows(snapshot)))
  } finally {
    await database.destroy()
  }
}
