import { Kysely } from 'kysely'
import type pg from 'pg'
import { preparedReads } from '#kernel/platform/prepared-reads.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { ReadDatabase } from '#projections/database.ts'

/** The tables that projections fill, as commands look things up in them: never to decide a claim. */
export type ReadModels = Kysely<ReadDatabase>

/** One for each pool: it names the statements that it prepares on the pool's connections. */
export const readModelsIn = (pool: pg.Pool): ReadModels =>
  new Kysely<ReadDatabase>({ dialect: preparedReads(pool) }).withSchema(READ_MODEL)
