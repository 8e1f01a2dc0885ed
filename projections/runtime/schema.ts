import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Table } from './table.ts'
import { checkpointTable } from './tables.ts'

/** Raise it when a projector writes other values into the same columns: all is built anew then. */
const PROJECTORS_VERSION = 1

interface SchemaOrder {
  readonly schema: string
  readonly projection: string
  readonly tables: readonly Table[]
}

/**
 * Makes the schema when it is not there or was made by another version; the log fills it again.
 * Only for who holds the projection's lock. Epochs go on over a new schema, so that an owner from
 * before it stays shut out.
 */
export async function makeSchema(
  client: pg.ClientBase,
  { schema, projection, tables }: SchemaOrder,
): Promise<void> {
  const version = versionOf(tables)
  const found = await versionFound(client, schema)
  if (found === version) return
  await client.query('begin')
  try {
    const epoch = found === undefined ? '0' : await lastEpoch(client, schema)
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.query(definitionOf(schema, tables))
    await client.query(`insert into ${schema}.schema_version values ($1)`, [version])
    await client.query(`insert into ${schema}.checkpoint values ($1, 0, $2)`, [projection, epoch])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function versionFound(client: pg.ClientBase, schema: string) {
  const { rows: there } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [`${schema}.schema_version`],
  )
  if (there[0]?.found !== true) return undefined
  const { rows } = await client.query<{ version: string }>(
    `select version from ${schema}.schema_version`,
  )
  return rows[0]?.version
}

async function lastEpoch(client: pg.ClientBase, schema: string) {
  const { rows } = await client.query<{ epoch: string }>(
    `select coalesce(max(epoch), 0)::text as epoch from ${schema}.checkpoint`,
  )
  return rows[0]?.epoch ?? '0'
}

const versionOf = (tables: readonly Table[]) =>
  createHash('sha256')
    .update(definitionOf('', tables))
    .update(`projectors ${PROJECTORS_VERSION}`)
    .digest('hex')
    .slice(0, 16)

const definitionOf = (schema: string, tables: readonly Table[]) =>
  [
    `create schema ${schema};`,
    `create table ${schema}.schema_version (version text primary key);`,
    ...[checkpointTable, ...tables].map((table) => tableDefinition(schema, table)),
  ].join('\n')

const tableDefinition = (schema: string, table: Table) =>
  [
    `create table ${schema}.${table.name} (`,
    `${columnsOf(table)},`,
    `  primary key (${table.key.join(', ')})`,
    ');',
    table.indexes.map((index) => `create index on ${schema}.${table.name} ${index};`).join('\n'),
  ].join('\n')

/** Text sorts by its bytes: the same everywhere, and what the folded columns are made for. */
const columnsOf = ({ columns }: Table) =>
  Object.entries(columns)
    .map(([name, { type, nullable }]) =>
      [name, type, type.startsWith('text') ? 'collate "C"' : '', nullable ? '' : 'not null']
        .filter((part) => part !== '')
        .join(' '),
    )
    .join(',\n  ')
