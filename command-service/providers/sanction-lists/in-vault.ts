import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { inBatches } from '#kernel/domain/in-batches.ts'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import { makeVaultTables } from '#kernel/platform/vault/tables.ts'
import {
  EntriesChanged,
  type KeptEntry,
  type ListEntry,
  type ListVersion,
  type SanctionLists,
  type VersionName,
} from './port.ts'

const PAGE = 1_000

const text = Type.String()
const textOrNull = Type.Union([text, Type.Null()])
const Entry = Compile(
  Type.Object({
    entryId: text,
    name: text,
    aliases: Type.Array(text),
    weakAliases: Type.Array(text),
    partNames: Type.Optional(Type.Array(text)),
    idNos: Type.Array(text),
    otherNumbers: Type.Optional(Type.Array(text)),
    birthDate: textOrNull,
    nationality: textOrNull,
    program: textOrNull,
    reason: textOrNull,
    record: Type.Record(text, text),
  }),
)

/** List versions in the one schema that no rebuild touches. */
export async function sanctionListsIn(pool: pg.Pool): Promise<SanctionLists> {
  await makeVaultTables(pool)
  return {
    keep: (version, entries) =>
      inTransaction(pool, async (client) => {
        const isThere = (await rowsOf(client, version)) !== undefined
        return (isThere ? compareAll : insertAll)(client, version, entries)
      }),

    async *pages(imported) {
      const { list, version } = imported
      const whole = createHash('sha256')
      let count = 0
      for (let from = 0; ; from += PAGE) {
        const { rows } = await pool.query<EntryRow>({
          name: 'sanction-list-page',
          text: `select place, entry::text from vault.sanction_list_entry
                 where list = $1 and version = $2 and place >= $3 and place < $4 order by place`,
          values: [list, version, from, from + PAGE],
        })
        const page = rows.map(keptEntry)
        for (const { sha256 } of page) whole.update(sha256)
        count += page.length
        if (page.length > 0) yield page
        if (page.length < PAGE) break
      }
      const { rows, entriesSha256 } = imported
      const isWhole = count === rows && [null, whole.digest('hex')].includes(entriesSha256)
      if (!isWhole) throw new EntriesChanged(imported)
    },

    async entries(imported, places) {
      const { list, version } = imported
      const { rows } = await pool.query<EntryRow>({
        name: 'sanction-list-entries',
        text: `select place, entry::text from vault.sanction_list_entry
               where list = $1 and version = $2 and place = any($3::integer[])`,
        values: [list, version, places],
      })
      const found = new Map(rows.map((row) => [row.place, keptEntry(row)]))
      return places.map((place) => found.get(place) ?? lost(imported))
    },
  }
}

interface EntryRow {
  readonly place: number
  /** PostgreSQL writes equal values of `jsonb` as equal texts. */
  readonly entry: string
}

const keptEntry = ({ entry: kept }: EntryRow): KeptEntry => ({
  entry: { partNames: [], otherNumbers: [], ...Entry.Parse(JSON.parse(kept)) },
  sha256: createHash('sha256').update(kept).digest(),
})

/** Imports of the same list wait for each other here. */
async function rowsOf(client: pg.PoolClient, { list, version }: VersionName) {
  await client.query(`select pg_advisory_xact_lock(hashtext('sarraf.sanction_list.' || $1))`, [
    list,
  ])
  const { rows } = await client.query<{ entries: number }>(
    'select entries from vault.sanction_list_version where list = $1 and version = $2',
    [list, version],
  )
  return rows[0]?.entries
}

/** A version that is there without an event: an import was interrupted, or somebody else wrote it. */
async function compareAll(
  client: pg.PoolClient,
  version: ListVersion,
  entries: AsyncIterable<ListEntry>,
): Promise<number> {
  let count = 0
  for await (const page of inBatches(entries, PAGE)) {
    const { rowCount } = await client.query(
      `select from jsonb_array_elements($4::jsonb) with ordinality as given (entry, number)
       join vault.sanction_list_entry kept
         on kept.list = $1 and kept.version = $2 and kept.place = $3 + number - 1
        and kept.entry = given.entry`,
      [version.list, version.version, count, JSON.stringify(page)],
    )
    if (rowCount !== page.length) throw new EntriesChanged(version)
    count += page.length
  }
  if ((await rowsOf(client, version)) !== count) throw new EntriesChanged(version)
  return count
}

async function insertAll(
  client: pg.PoolClient,
  { list, version, sha256, format, skippedRows }: ListVersion,
  entries: AsyncIterable<ListEntry>,
): Promise<number> {
  let count = 0
  for await (const page of inBatches(entries, PAGE)) {
    await client.query(
      `insert into vault.sanction_list_entry (list, version, place, entry)
       select $1, $2, $3 + number - 1, entry
       from jsonb_array_elements($4::jsonb) with ordinality as given (entry, number)`,
      [list, version, count, JSON.stringify(page)],
    )
    count += page.length
  }
  await client.query(
    `insert into vault.sanction_list_version
       (list, version, sha256, format, entries, skipped_rows) values ($1, $2, $3, $4, $5, $6)`,
    [list, version, sha256, format, count, skippedRows],
  )
  return count
}

const lost = (version: VersionName): never => {
  throw new EntriesChanged(version)
}
