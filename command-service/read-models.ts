import { Kysely, sql } from 'kysely'
import type pg from 'pg'
import { preparedReads } from '#kernel/platform/database/prepared-reads.ts'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { type PlaceColumns, placeFromColumns } from '#kernel/platform/event-store/kept-place.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { followReads } from '#kernel/platform/read-progress/where-reads-go.ts'
import { CHECKPOINT, selectCheckpoint } from '#kernel/records/checkpoint.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import { lockOf, schemasOf } from '#kernel/records/schemas.ts'
import type { ReadDatabase } from '#projections/database.ts'

/** The tables that projections fill, as commands look things up in them: never to decide a claim. */
export type ReadModels = Kysely<ReadDatabase>

const readModelsOf = new WeakMap<pg.Pool, ReadModels>()

/** One for each pool: it names the statements that it prepares on the pool's connections. */
export function readModelsIn(pool: pg.Pool): ReadModels {
  const known = readModelsOf.get(pool)
  if (known !== undefined) return known
  const dialect = preparedReads(pool)
  const made = new Kysely<ReadDatabase>({ dialect }).withSchema(READ_MODEL)
  readModelsOf.set(pool, made)
  return made
}

/** The progress of the tables that readers see. */
export const followReadModels = (databases: Parameters<typeof followReads>[0], logger: Logger) =>
  followReads(databases, { schema: READ_MODEL, logger })

/** Up to where readers have seen the log; nothing before the projections have made their tables. */
export async function placeOfReadModels(
  pool: Pick<pg.Pool, 'query'>,
): Promise<LogPlace | undefined> {
  const found = await pool.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [`${READ_MODEL}.${CHECKPOINT}`],
  )
  if (found.rows[0]?.exists !== true) return undefined
  const { rows } = await pool.query<PlaceColumns>(selectCheckpoint(READ_MODEL))
  return rows[0] && placeFromColumns(rows[0])
}

/** Whether there are read models, served or not. */
export async function hasReadModels(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where relkind = 'r' and relname = $2
       and starts_with(relnamespace::regnamespace::text, $1)`,
    [READ_MODEL, CHECKPOINT],
  )
  return rowCount !== 0
}

/** A company of which an event of that category waits; null: of any company. */
export async function parkedCompany(
  pool: Pick<pg.Pool, 'query'>,
  { category, companyId }: { readonly category: string; readonly companyId: string | null },
): Promise<string | undefined> {
  const { rows } = await pool.query<{ company_id: string }>(
    `select company_id from ${READ_MODEL}.parked_event
     where starts_with(stream, $1) and ($2::text is null or company_id = $2) limit 1`,
    [`${category}-`, companyId],
  )
  return rows[0]?.company_id
}

/** The served tables of these records, and those that count the records' names. */
export async function servedTablesOf(
  pool: Pick<pg.Pool, 'query'>,
  records: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables, unnest($2::text[]) as record
     where schemaname = $1
       and (tablename = record or tablename like replace(record, '_', '\\_') || '\\_%\\_count')
     group by name`,
    [READ_MODEL, records],
  )
  return rows.map(({ name }) => name)
}

/** Drops the tables that are not served; false while a rebuild fills some of them. */
export function dropUnserved(pool: pg.Pool): Promise<boolean> {
  const { next, previous, obsolete } = schemasOf(READ_MODEL)
  return unlessFilled(pool, next, async (client) => {
    for (const schema of [next, previous, obsolete]) {
      await client.query(`drop schema if exists ${schema} cascade`)
    }
  })
}

/** Works in a transaction in which nothing else fills the schema; false while something does. */
export const unlessFilled = (
  pool: pg.Pool,
  schema: string,
  work: (client: pg.ClientBase) => Promise<void>,
): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
      [lockOf(schema)],
    )
    if (rows[0]?.locked !== true) return false
    await work(client)
    return true
  })

/** Which visible documents bear a name, of a company each; undefined where none does. */
export async function documentsNamed(
  readModels: ReadModels,
  { table, column }: { readonly table: 'expense_voucher' | 'invoice'; readonly column: string },
  asked: readonly { readonly companyId: string; readonly value: string }[],
): Promise<readonly (string | undefined)[]> {
  const { rows } = await sql<{ place: number; id: string }>`
    select place::int - 1 as place, id
    from unnest(${asked.map(({ companyId }) => companyId)}::text[], ${asked.map(({ value }) => value)}::text[])
      with ordinality as asked(company, value, place)
    join ${sql.id(READ_MODEL, table)} on company_id = company and ${sql.id(column)} = value
    where visible`.execute(readModels)
  const ids = new Map(rows.map(({ place, id }) => [place, id]))
  return asked.map((_, place) => ids.get(place))
}
