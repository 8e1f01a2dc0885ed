import type pg from 'pg'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import { makeVaultTables } from '#kernel/platform/vault/tables.ts'
import type { ListEntry, ListVersion, SanctionLists, VersionName } from './port.ts'

const PAGE = 1_000

const text = Type.String()
const textOrNull = Type.Union([text, Type.Null()])
const KeptEntry = Compile(
  Type.Object({
    entryId: text,
    name: text,
    aliases: Type.Array(text),
    weakAliases: Type.Array(text),
    idNos: Type.Array(text),
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
      inTransaction(
        pool,
        async (client) =>
          (await rowsOf(client, version)) ?? (await insertAll(client, version, entries)),
      ),

    async *pages({ list, version }) {
      for (let from = 0; ; from += PAGE) {
        const { rows } = await pool.query<EntryRow>({
          name: 'sanction-list-page',
          text: `select place, entry from vault.sanction_list_entry
                 where list = $1 and version = $2 and place >= $3 and place < $4 order by place`,
          values: [list, version, from, from + PAGE],
        })
        if (rows.length > 0) yield rows.map(({ entry }) => KeptEntry.Parse(entry))
        if (rows.length < PAGE) return
      }
    },

    async entries({ list, version }, places) {
      const { rows } = await pool.query<EntryRow>({
        name: 'sanction-list-entries',
        text: `select place, entry from vault.sanction_list_entry
               where list = $1 and version = $2 and place = any($3::integer[])`,
        values: [list, version, places],
      })
      const found = new Map(rows.map(({ place, entry }) => [place, KeptEntry.Parse(entry)]))
      return places.map((place) => found.get(place) ?? lost(list, version, place))
    },
  }
}

interface EntryRow {
  readonly place: number
  readonly entry: unknown
}

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

async function insertAll(
  client: pg.PoolClient,
  { list, version, sha256, format, skippedRows }: ListVersion,
  entries: AsyncIterable<ListEntry>,
): Promise<number> {
  let page: ListEntry[] = []
  let count = 0
  const insertPage = async () => {
    await client.query(
      `insert into vault.sanction_list_entry (list, version, place, entry)
       select $1, $2, $3 + number - 1, entry
       from jsonb_array_elements($4::jsonb) with ordinality as given (entry, number)`,
      [list, version, count, JSON.stringify(page)],
    )
    count += page.length
    page = []
  }
  for await (const entry of entries) {
    page.push(entry)
    if (page.length === PAGE) await insertPage()
  }
  await insertPage()
  await client.query(
    `insert into vault.sanction_list_version
       (list, version, sha256, format, entries, skipped_rows) values ($1, $2, $3, $4, $5, $6)`,
    [list, version, sha256, format, count, skippedRows],
  )
  return count
}

const lost = (list: string, version: string, place: number): never => {
  throw new Error(`the vault has lost entry ${place} of ${list} ${version}`)
}
