import { Kysely } from 'kysely'
import type pg from 'pg'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { type PlaceColumns, placeFromColumns } from '#kernel/platform/event-store/kept-place.ts'
import { preparedReads } from '#kernel/platform/prepared-reads.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { ReadDatabase } from '#projections/database.ts'

/** The tables that projections fill, as commands look things up in them: never to decide a claim. */
export type ReadModels = Kysely<ReadDatabase>

/** One for each pool: it names the statements that it prepares on the pool's connections. */
export const readModelsIn = (pool: pg.Pool): ReadModels =>
  new Kysely<ReadDatabase>({ dialect: preparedReads(pool) }).withSchema(READ_MODEL)

/** Up to where readers have seen the log; nothing before the projections have made their tables. */
export async function placesOfReadModels(pool: pg.Pool): Promise<readonly LogPlace[]> {
  const table = `${READ_MODEL}.checkpoint`
  const found = await pool.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [table],
  )
  if (found.rows[0]?.exists !== true) return []
  const { rows } = await pool.query<PlaceColumns>(`select position::text, last_event from ${table}`)
  return rows.map(placeFromColumns)
}
