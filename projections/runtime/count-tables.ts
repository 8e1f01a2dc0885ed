import type { Columns, Counts, Table } from '#kernel/records/table.ts'

/** The tables of the counts of one table. */
export const countTablesOf = (table: Table): readonly CountTable[] =>
  (table.counts ?? []).flatMap((counts) => {
    const ofRows = [facetCounts(counts, table), changeCounts(counts, table)]
    const { text } = counts
    if (text === undefined) return ofRows
    return ofRows.concat(textCounts(counts, text, table), textFacetCounts(counts, text, table))
  })

const onlyOf = ({ of, where }: Counts) => (of === undefined ? undefined : where)

const nameOf = ({ of }: Counts, table: string, kind: 'facet' | 'change' | 'text' | 'text_facet') =>
  [table, ...(of === undefined ? [] : [of]), kind, 'count'].join('_')

export interface CountTable {
  readonly definition: (schema: string) => string
  /** The statement that adds changes: rows with a `count_weight` of 1, or -1 if they are gone. */
  readonly add: (rows: string) => string
  /** What the counts of these rows are: the key's columns and `n`. */
  readonly counted: (rows: string) => string
  readonly key: readonly string[]
  /** A condition that only few rows meet: there is nothing to add unless one of them does. */
  readonly only: string | undefined
  /** Truncated together with the table. */
  readonly name: string
}

function facetCounts(counted: Counts, { name, columns }: Table): CountTable {
  const { by, date, where } = counted
  const counts = nameOf(counted, name, 'facet')
  const names = ['company_id', 'day', 'facet', ...by]
  const days = [`date '-infinity'`, ...(date === undefined ? [] : [dayOf(columns, date)])]
  const indexed = by.filter((column) => columns[column]?.type !== 'text[]')
  return {
    name: counts,
    only: onlyOf(counted),
    definition: (schema) => `
      ${indexOn(`${schema}.${name}`, indexed)}${where === undefined ? '' : ` where ${where}`};
      create table ${schema}.${counts} (
        company_id text collate "C" not null,
        day date not null,
        facet uuid not null,
        ${typedColumns(by, columns)}
        n bigint not null,
        primary key (company_id, day, facet)
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
      ${indexOn(`${schema}.${counts}`, [...indexed, 'day'])};`,
    ...countedBy({ counts, key: ['company_id', 'day', 'facet'], names }, (rows) => [
      `select company_id, unnest(array[${days.join(', ')}]) as day, ${hashOfFacet(by)} as facet,`,
      `${by.map((column) => `${column},`).join(' ')} count_weight from (${rows}) as changed`,
      where === undefined ? '' : `where ${where}`,
    ]),
  }
}

/**
 * By the second and by the day of the last change. A day has the number `-1 - day`, so that one
 * column orders both. Clients that keep a copy ask repeatedly how many rows have changed.
 */
function changeCounts(counted: Counts, { name }: Table): CountTable {
  const { where } = counted
  const counts = nameOf(counted, name, 'change')
  const spans = `array[updated_at / 1000000, -1 - updated_at / 86400000000]`
  return {
    name: counts,
    only: onlyOf(counted),
    definition: (schema) => `
      create table ${schema}.${counts} (
        company_id text collate "C" not null,
        span bigint not null,
        n bigint not null,
        primary key (company_id, span) include (n)
      ) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);`,
    ...countedBy({ counts, key: ['company_id', 'span'], names: ['company_id', 'span'] }, (rows) => [
      `select company_id, unnest(${spans}) as span, count_weight from (${rows}) as changed`,
      where === undefined ? '' : `where ${where}`,
    ]),
  }
}

function textCounts(counted: Counts, text: string, { name }: Table): CountTable {
  const { where } = counted
  const counts = nameOf(counted, name, 'text')
  return {
    name: counts,
    only: onlyOf(counted),
    definition: (schema) => `
      ${indexOn(`${schema}.${name}`, [`(md5(${text})::uuid)`])}${where === undefined ? '' : ` where ${where}`};
      create table ${schema}.${counts} (
        company_id text collate "C" not null,
        hash uuid not null,
        ${text} text collate "C" not null,
        n bigint not null,
        primary key (company_id, hash)
      ) with (fillfactor = 90);
      ${trigramIndex(`${schema}.${counts}`, text)}`,
    ...countedBy(
      { counts, key: ['company_id', 'hash'], names: ['company_id', 'hash', text] },
      (rows) => [
        `select company_id, md5(${text})::uuid as hash, ${text}, count_weight from (${rows}) as changed`,
        where === undefined ? '' : `where ${where}`,
      ],
    ),
  }
}

/** By text and facet, for a search within a filtered list. */
function textFacetCounts(counted: Counts, text: string, { name, columns }: Table): CountTable {
  const { by, where } = counted
  const counts = nameOf(counted, name, 'text_facet')
  const key = ['company_id', 'hash', 'facet']
  return {
    name: counts,
    only: onlyOf(counted),
    definition: (schema) => `
      create table ${schema}.${counts} (
        company_id text collate "C" not null,
        hash uuid not null,
        facet uuid not null,
        ${typedColumns(by, columns)}
        n bigint not null,
        primary key (company_id, hash, facet)
      ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);`,
    ...countedBy({ counts, key, names: [...key, ...by] }, (rows) => [
      `select company_id, md5(${text})::uuid as hash, ${hashOfFacet(by)} as facet,`,
      `${by.map((column) => `${column},`).join(' ')} count_weight from (${rows}) as changed`,
      where === undefined ? '' : `where ${where}`,
    ]),
  }
}

const hashOfFacet = (by: readonly string[]) => `md5(row(${by.join(', ')})::text)::uuid`

const typedColumns = (names: readonly string[], columns: Columns) =>
  names.map((name) => `${name} ${typeOf(columns, name)},`).join(' ')

/** Serves each of these columns: PostgreSQL skips over the few values of the columns before it. */
const indexOn = (table: string, columns: readonly string[]) =>
  `create index on ${table} (${['company_id', ...columns].join(', ')})`

interface Target {
  readonly counts: string
  readonly key: readonly string[]
  readonly names: readonly string[]
}

type WeighedRows = (rows: string) => readonly string[]

const countedBy = (target: Target, weighed: WeighedRows) => {
  const { key, names } = target
  const counted = (rows: string) =>
    `select ${names.join(', ')}, sum(count_weight) as n from (${weighed(rows).join(' ')}) as weighed
     group by ${names.join(', ')} having sum(count_weight) <> 0`
  return { key, counted, add: (rows: string) => merged(target, counted(rows)) }
}

/** Counts of zero are deleted, so that the counts depend on the rows alone. */
const merged = ({ counts, key, names }: Target, change: string) => `
  merge into ${counts} as counts
  using (${change}) as change
  on ${key.map((column) => `counts.${column} = change.${column}`).join(' and ')}
  when matched and counts.n + change.n = 0 then delete
  when matched then update set n = counts.n + change.n
  when not matched then insert (${names.join(', ')}, n)
    values (${names.map((column) => `change.${column}`).join(', ')}, change.n);`

/** Finds parts of texts. Without the right to create the extension, a search reads every text. */
const trigramIndex = (counts: string, text: string) => `
  do $$
  declare
    home text;
  begin
    begin
      create extension if not exists pg_trgm with schema public;
    exception when insufficient_privilege or undefined_file or feature_not_supported then null;
    end;
    select nspname into home from pg_extension
      join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
    if home is not null then
      execute format('create index on ${counts} using gin (${text} %I.gin_trgm_ops)', home);
    end if;
  end $$;`

const typeOf = (columns: Columns, name: string) => {
  const type = columns[name]?.type ?? 'text'
  return type.startsWith('text') ? `${type} collate "C"` : type
}

/** In UTC, as the API counts days. */
const dayOf = (columns: Columns, name: string) =>
  columns[name]?.type === 'bigint'
    ? `date '1970-01-01' + floor(${name}::numeric / 86400000000)::integer`
    : `(${name} at time zone 'UTC')::date`
