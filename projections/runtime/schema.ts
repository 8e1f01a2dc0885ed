import { createHash } from 'node:crypto'
import type pg from 'pg'
import { dropContents } from '#kernel/platform/database/drop-contents.ts'
import { missingSchema } from '#kernel/platform/database/postgres.ts'
import { transactionOn } from '#kernel/platform/database/transaction.ts'
import type { Table } from '#kernel/records/table.ts'
import type { ProjectionDefinition, ProjectorVersions } from './definition.ts'
import { listCountDefinitions, recountList, stopListCounts } from './list-counts.ts'
import { parkedEventTable } from './parking/table.ts'
import { checkpointTable } from './tables.ts'

/** Creates the schema unless it exists. */
export async function makeSchema(
  client: pg.ClientBase,
  schema: string,
  definition: ProjectionDefinition,
): Promise<void> {
  const versions = await versionsIn(client, schema)
  if (versions.length === 0) await makeSchemaAnew(client, schema, definition)
}

/**
 * Creates the schema's tables, empty, after dropping all that was in it. The caller holds its lock. `isBare`: for many rows
 * at once that are not read yet; see `completeSchema`.
 */
export async function makeSchemaAnew(
  client: pg.ClientBase,
  schema: string,
  definition: ProjectionDefinition,
  { isBare = false } = {},
): Promise<void> {
  await transactionOn(client, async () => {
    await emptySchema(client, schema)
    await client.query(definitionOf(schema, definition.tables, isBare))
    await addVersion(client, schema, definition)
    await client.query(`insert into ${schema}.checkpoint values ($1, 0, 0, null)`, [
      definition.name,
    ])
  })
}

/** Drops all that is in the schema, or creates it. */
export async function emptySchema(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(missingSchema(schema))
  await dropContents(client, schema)
}

/** Creates the missing indexes and counts of bare tables; complete tables stay as they are. */
export async function completeSchema(
  client: pg.ClientBase,
  schema: string,
  tables: readonly Table[],
): Promise<void> {
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const table of bookkeeping(tables)) {
    for (const index of indexDefinitions(schema, table)) await client.query(index)
    if (await isCounted(client, schema, table)) continue
    await client.query(`begin; set local search_path = ${schema}; set local work_mem = '128MB';
      ${recountList(table)}
      commit`)
  }
}

async function isCounted(client: pg.ClientBase, schema: string, { name }: Table) {
  const { rowCount } = await client.query(
    `select 1 from pg_trigger where tgrelid = $1::regclass and tgenabled = 'D' limit 1`,
    [`${schema}.${name}`],
  )
  return rowCount === 0
}

/** The versions that have written into a schema, its creator's included; empty if there is none. */
export async function versionsIn(
  client: pg.ClientBase | pg.Pool,
  schema: string,
): Promise<readonly string[]> {
  const { rows: there } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [`${schema}.schema_version`],
  )
  if (there[0]?.found !== true) return []
  const { rows } = await client.query<{ version: string }>(
    `select version from ${schema}.schema_version order by version`,
  )
  return rows.map(({ version }) => version)
}

/**
 * Records that this version writes into the schema, unless a switch has just brought tables that others
 * than `besides` have written. A schema made before has fewer columns.
 */
export const addVersion = (
  client: pg.ClientBase,
  schema: string,
  definition: ProjectionDefinition,
  besides: readonly string[] = [],
) =>
  client.query(
    `insert into ${schema}.schema_version
     select * from jsonb_populate_record(null::${schema}.schema_version, $1)
     where not exists (select from ${schema}.schema_version where version <> all($2::text[]))
     on conflict do nothing`,
    [{ version: versionOf(definition), projectors: definition.projectorVersions }, besides],
  )

/** A projector of another version than this program's; null where one of the two does not have it. */
export interface OtherProjector {
  readonly projector: string
  readonly written: number | null
  readonly program: number | null
}

/** Why a schema is not of this program's version, as far as its projectors are the reason. */
export async function otherProjectorsIn(
  client: pg.ClientBase,
  schema: string,
  { projectorVersions: program }: ProjectionDefinition,
): Promise<readonly OtherProjector[]> {
  const { rows } = await client.query<{ written: ProjectorVersions | null }>(
    `select to_jsonb(writer) -> 'projectors' as written from ${schema}.schema_version as writer
     order by version`,
  )
  return rows.flatMap(({ written }) =>
    written === null
      ? []
      : [...new Set([...Object.keys(program), ...Object.keys(written)])]
          .map((projector) => ({
            projector,
            written: written[projector] ?? null,
            program: program[projector] ?? null,
          }))
          .filter((each) => each.written !== each.program),
  )
}

/** Digests of the projectors' versions, the columns and the indexes: `7c1f22ab-3f9c0a7b-5d2e9c01`. */
export const versionOf = ({ projectorVersions, tables }: ProjectionDefinition): string =>
  [
    hashOf(
      Object.entries(projectorVersions)
        .map(([name, version]) => `${name} ${version}`)
        .toSorted(),
    ),
    hashOf(bookkeeping(tables).map((table) => tableDefinition('', table))),
    hashOf(bookkeeping(tables).flatMap((table) => indexDefinitions('', table))),
  ].join('-')

/** Whether this version alone has written into a schema. */
export const isExactly = (versions: readonly string[], version: string): boolean =>
  versions.length === 1 && versions[0] === version

/** Whether one version can write into the tables of the other. */
export const isSameShape = (one: string, other: string): boolean => shapeOf(one) === shapeOf(other)

const shapeOf = (version: string) => version.split('-')[1] ?? version

const hashOf = (definitions: readonly string[]) =>
  createHash('sha256').update(definitions.join('\n')).digest('hex').slice(0, 8)

const bookkeeping = (tables: readonly Table[]) => [checkpointTable, parkedEventTable, ...tables]

const definitionOf = (schema: string, tables: readonly Table[], isBare: boolean) =>
  [
    `create table ${schema}.schema_version (version text primary key, projectors jsonb);`,
    ...bookkeeping(tables).map((table) => tableDefinition(schema, table)),
    ...bookkeeping(tables).flatMap((table) => indexDefinitions(schema, table, isBare)),
    ...(isBare ? tables.map((table) => stopListCounts(schema, table)) : []),
  ].join('\n')

/** The tables without list counts, in an existing schema. */
export const bareTables = (schema: string, tables: readonly Table[]): string =>
  [
    ...bookkeeping(tables).map((table) => bareDefinition(schema, table)),
    ...bookkeeping(tables).flatMap((table) => indexDefinitions(schema, table)),
  ].join('\n')

const tableDefinition = (schema: string, table: Table) =>
  [bareDefinition(schema, table), listCountDefinitions(schema, table)].join('\n')

const bareDefinition = (schema: string, table: Table) =>
  [
    `create table ${schema}.${table.name} (${formOf(table)}`,
    `${columnsOf(table)},`,
    `  primary key (${table.key.join(', ')})`,
    ');',
  ].join('\n')

const formOf = ({ derived = [] }: Table) =>
  derived.length === 0 ? '' : ` -- ${hashOf(derived.map(({ form }) => form))}`

/** Bare tables have only the indexes that projectors search by. */
const indexDefinitions = (schema: string, { name, indexes, searchedBy }: Table, isBare = false) =>
  indexes
    .filter((index) => !isBare || searchedBy?.some((column) => index.includes(column)) === true)
    .map(
      (index) =>
        `create index if not exists ${name}_${hashOf([index])} on ${schema}.${name} ${index};`,
    )

/** Text sorts by its bytes: the same on every machine, and the folded columns are made for it. */
const columnsOf = ({ columns }: Table) =>
  Object.entries(columns)
    .map(([name, { type, nullable }]) =>
      [name, type, type.startsWith('text') ? 'collate "C"' : '', nullable ? '' : 'not null']
        .filter((part) => part !== '')
        .join(' '),
    )
    .join(',\n  ')
