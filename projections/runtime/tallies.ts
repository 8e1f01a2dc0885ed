import type { Columns, Counts, Table } from '#kernel/records/table.ts'

/**
 * Keeps count of a table's rows, in the transaction that changes them and by whomever: how many a
 * company has of each cell, which is one combination of the values that lists are filtered by, in all
 * and of each day; how many have changed last in each second and day; and how many bear each text, in
 * all and of each cell. A list's total is a short sum then.
 */
export function tallyDefinitions(schema: string, table: Table): string {
  const { counts, name } = table
  if (counts === undefined) return ''
  const parts = talliesOf(counts, table)
  return [
    ...parts.map(({ definition }) => definition(schema)),
    triggerFunction(schema, name, parts),
    ...triggers.map(({ event, rows }) => triggerOn({ schema, name, event, rows })),
    // Totals and pages are read from indexes alone where the pages of the table are known to be unchanged.
    `alter table ${schema}.${name} set (autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);`,
  ].join('\n')
}

/** Counts all rows anew and goes on counting; in one transaction with the schema as its search path. */
export function tallyAnew(table: Table): string {
  const { counts, name } = table
  if (counts === undefined) return ''
  return [
    `lock table ${name} in share row exclusive mode;`,
    ...talliesOf(counts, table).flatMap((tally) => [
      `truncate ${tally.name};`,
      tally.add(`select *, 1 as tally_weight from ${name}`),
    ]),
    `alter table ${name} enable trigger user;`,
  ].join('\n')
}

/** For as long as many rows are written at once that nobody reads. */
export const stopTallying = (schema: string, { name, counts }: Table): string =>
  counts === undefined ? '' : `alter table ${schema}.${name} disable trigger user;`

const talliesOf = (counts: Counts, table: Table): readonly Tally[] => [
  cellTally(counts, table),
  changeTally(counts, table),
  ...(counts.text === undefined
    ? []
    : [textTally(counts, counts.text, table), textCellTally(counts, counts.text, table)]),
]

const cellTallyName = (table: string) => `${table}_cell`
const changeTallyName = (table: string) => `${table}_change`
const textTallyName = (table: string) => `${table}_text`
const textCellTallyName = (table: string) => `${table}_text_cell`

interface Tally {
  readonly definition: (schema: string) => string
  /** The statement that adds what has changed: rows with a `tally_weight` of 1, or -1 where they are gone. */
  readonly add: (rows: string) => string
  /** Truncated together with the table. */
  readonly name: string
}

function cellTally({ by, date, where }: Counts, { name, columns }: Table): Tally {
  const tally = cellTallyName(name)
  const names = ['company_id', 'day', 'cell', ...by]
  const typed = typedColumns(by, columns)
  const days = [`date '-infinity'`, ...(date === undefined ? [] : [dayOf(columns, date)])]
  const found = by.filter((column) => columns[column]?.type !== 'text[]')
  const cell = hashOfCell(by)
  return {
    name: tally,
    definition: (schema) => `
      ${indexOn(`${schema}.${name}`, found)}${where === undefined ? '' : ` where ${where}`};
      create table ${schema}.${tally} (
        company_id text collate "C" not null,
        day date not null,
        cell uuid not null,
        ${typed}
        n bigint not null,
        primary key (company_id, day, cell)
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
      ${indexOn(`${schema}.${tally}`, [...found, 'day'])};`,
    add: (rows) =>
      merged({ tally, key: ['company_id', 'day', 'cell'], names }, [
        `select company_id, unnest(array[${days.join(', ')}]) as day, ${cell} as cell,`,
        `${by.map((column) => `${column},`).join(' ')} tally_weight from (${rows}) as changed`,
        where === undefined ? '' : `where ${where}`,
      ]),
  }
}

/**
 * By the second and by the day of their last change. A day has the number `-1 - day`, so that one
 * column orders both. Whoever keeps a copy asks again and again how much is still to come.
 */
function changeTally({ where }: Counts, { name }: Table): Tally {
  const tally = changeTallyName(name)
  const spans = `array[updated_at / 1000000, -1 - updated_at / 86400000000]`
  return {
    name: tally,
    definition: (schema) => `
      create table ${schema}.${tally} (
        company_id text collate "C" not null,
        span bigint not null,
        n bigint not null,
        primary key (company_id, span) include (n)
      ) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);`,
    add: (rows) =>
      merged({ tally, key: ['company_id', 'span'], names: ['company_id', 'span'] }, [
        `select company_id, unnest(${spans}) as span, tally_weight from (${rows}) as changed`,
        where === undefined ? '' : `where ${where}`,
      ]),
  }
}

function textTally({ where }: Counts, text: string, { name }: Table): Tally {
  const tally = textTallyName(name)
  return {
    name: tally,
    definition: (schema) => `
      ${indexOn(`${schema}.${name}`, [`(md5(${text})::uuid)`])}${where === undefined ? '' : ` where ${where}`};
      create table ${schema}.${tally} (
        company_id text collate "C" not null,
        hash uuid not null,
        ${text} text collate "C" not null,
        n bigint not null,
        primary key (company_id, hash)
      ) with (fillfactor = 90);
      ${trigramIndex(`${schema}.${tally}`, text)}`,
    add: (rows) =>
      merged({ tally, key: ['company_id', 'hash'], names: ['company_id', 'hash', text] }, [
        `select company_id, md5(${text})::uuid as hash, ${text}, tally_weight from (${rows}) as changed`,
        where === undefined ? '' : `where ${where}`,
      ]),
  }
}

/** Of each text by cell, for a search among some of the rows. */
function textCellTally({ by, where }: Counts, text: string, { name, columns }: Table): Tally {
  const tally = textCellTallyName(name)
  return {
    name: tally,
    definition: (schema) => `
      create table ${schema}.${tally} (
        company_id text collate "C" not null,
        hash uuid not null,
        cell uuid not null,
        ${typedColumns(by, columns)}
        n bigint not null,
        primary key (company_id, hash, cell)
      ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);`,
    add: (rows) =>
      merged(
        {
          tally,
          key: ['company_id', 'hash', 'cell'],
          names: ['company_id', 'hash', 'cell', ...by],
        },
        [
          `select company_id, md5(${text})::uuid as hash, ${hashOfCell(by)} as cell,`,
          `${by.map((column) => `${column},`).join(' ')} tally_weight from (${rows}) as changed`,
          where === undefined ? '' : `where ${where}`,
        ],
      ),
  }
}

const hashOfCell = (by: readonly string[]) => `md5(row(${by.join(', ')})::text)::uuid`

const typedColumns = (names: readonly string[], columns: Columns) =>
  names.map((name) => `${name} ${typeOf(columns, name)},`).join(' ')

/** Few rows of many are found by any of these columns: the index is searched once for each value before it. */
const indexOn = (table: string, columns: readonly string[]) =>
  `create index on ${table} (${['company_id', ...columns].join(', ')})`

interface Target {
  readonly tally: string
  readonly key: readonly string[]
  readonly names: readonly string[]
}

/** What nothing is left of stands nowhere, so that the tallies depend on nothing but the rows. */
const merged = ({ tally, key, names }: Target, rows: readonly string[]) => `
  merge into ${tally} as tally
  using (
    select ${names.join(', ')}, sum(tally_weight) as n from (${rows.join(' ')}) as weighed
    group by ${names.join(', ')} having sum(tally_weight) <> 0
  ) as change
  on ${key.map((column) => `tally.${column} = change.${column}`).join(' and ')}
  when matched and tally.n + change.n = 0 then delete
  when matched then update set n = tally.n + change.n
  when not matched then insert (${names.join(', ')}, n)
    values (${names.map((column) => `change.${column}`).join(', ')}, change.n);`

const NEW = 'select *, 1 as tally_weight from new_rows'
const OLD = 'select *, -1 as tally_weight from old_rows'

const triggers = [
  { event: 'insert', rows: 'referencing new table as new_rows' },
  { event: 'update', rows: 'referencing old table as old_rows new table as new_rows' },
  { event: 'delete', rows: 'referencing old table as old_rows' },
  { event: 'truncate', rows: '' },
] as const

/** Names are looked up where the table is by then: a schema can be renamed. */
const triggerFunction = (schema: string, name: string, parts: readonly Tally[]) => `
  create function ${schema}.tally_${name}() returns trigger language plpgsql as $$
  declare
    path text := current_setting('search_path');
  begin
    perform set_config('search_path', quote_ident(tg_table_schema), true);
    if tg_op = 'INSERT' then
      if exists (select from new_rows) then ${each(parts, NEW)} end if;
    elsif tg_op = 'UPDATE' then
      if exists (select from new_rows) then ${each(parts, `${OLD} union all ${NEW}`)} end if;
    elsif tg_op = 'DELETE' then
      ${each(parts, OLD)}
    else
      truncate ${parts.map((part) => part.name).join(', ')};
    end if;
    perform set_config('search_path', path, true);
    return null;
  end $$;`

const each = (parts: readonly Tally[], rows: string) => parts.map(({ add }) => add(rows)).join('\n')

const triggerOn = (trigger: Readonly<Record<'schema' | 'name' | 'event' | 'rows', string>>) => `
  create trigger tally_${trigger.event} after ${trigger.event} on ${trigger.schema}.${trigger.name}
  ${trigger.rows} for each statement execute function ${trigger.schema}.tally_${trigger.name}();`

/** Finds parts of texts; where the role may not have it made, each text is looked at. */
const trigramIndex = (tally: string, text: string) => `
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
      execute format('create index on ${tally} using gin (${text} %I.gin_trgm_ops)', home);
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
