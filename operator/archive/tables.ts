import type { ClientBase } from 'pg'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { inBatches } from '#kernel/domain/in-batches.ts'

const ROWS_AT_ONCE = 500

/** The tables whose rows are in no event, and the file that has them. */
export const keptTables = [
  'vault.secret',
  'vault.data_key',
  'vault.destroyed_key',
  'vault.idempotency',
  'vault.sanction_list_version',
  'vault.sanction_list_entry',
  'audit.verification',
  'audit.ended_session',
] as const

export type KeptTable = (typeof keptTables)[number]

/** Rebuilt from the log, of the moment, of this one system, or written again at the next start. */
export const derivedTables = [
  'vault.log_chain',
  'vault.log_set_back',
  'vault.handed_secret',
  'audit.backup',
] as const

/** The rows of a table, one JSON object each, in constant memory; within a transaction. */
export async function* rowsOf(client: ClientBase, table: KeptTable): AsyncGenerator<string, void> {
  const { rows: found } = await client.query('select where to_regclass($1) is not null', [table])
  if (found.length === 0) return
  await client.query(
    `declare kept_rows no scroll cursor for select to_jsonb(kept)::text as line from ${table} kept`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from kept_rows`)
    for (const { line } of rows) yield line
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query('close kept_rows')
}

/** Inserts such rows. A column that is newer than they are gets its default. */
export async function insertRows(
  client: ClientBase,
  table: KeptTable,
  lines: AsyncIterable<string>,
): Promise<void> {
  for await (const page of inBatches(lines, ROWS_AT_ONCE)) await insertPage(client, table, page)
}

const Row = Compile(Type.Record(Type.String(), Type.Unknown()))

async function insertPage(client: ClientBase, table: KeptTable, [...lines]: readonly string[]) {
  const [first] = lines
  if (first === undefined) return
  const names = Object.keys(Row.Parse(JSON.parse(first)))
  const columns = names.map((name) => client.escapeIdentifier(name)).join(', ')
  await client.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [`[${lines.join(',')}]`],
  )
}
