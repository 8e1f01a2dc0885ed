import type { Table } from '#kernel/records/table.ts'
import { type CountTable, countTablesOf } from './count-tables.ts'

/**
 * Triggers maintain list counts in the transaction that changes the rows. A facet is one combination of
 * the values that lists are filtered by. There are counts of rows by facet (of all time and by day), by
 * the second and the day of the last change, and by text (of all rows and by facet). A list's total is
 * then a short sum.
 */
export function listCountDefinitions(schema: string, table: Table): string {
  const { name } = table
  const parts = countTablesOf(table)
  if (parts.length === 0) return ''
  return [
    ...parts.map(({ definition }) => definition(schema)),
    triggerFunction(schema, name, parts),
    ...triggers.map(({ event, rows }) => triggerOn({ schema, name, event, rows })),
    // Index-only scans of totals and pages need a fresh visibility map.
    `alter table ${schema}.${name} set (autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);`,
  ].join('\n')
}

/** Counts all rows again and enables the triggers; for one transaction with the schema as search path. */
export function recountList(table: Table): string {
  const { name } = table
  const parts = countTablesOf(table)
  if (parts.length === 0) return ''
  return [
    `lock table ${name} in share row exclusive mode;`,
    ...parts.flatMap((part) => [
      `truncate ${part.name};`,
      part.add(`select *, 1 as count_weight from ${name}`),
    ]),
    `alter table ${name} enable trigger user;`,
  ].join('\n')
}

/** For bulk writes of rows that are not served yet. */
export const stopListCounts = (schema: string, { name, counts }: Table): string =>
  counts === undefined ? '' : `alter table ${schema}.${name} disable trigger user;`

/** The tables that a list's totals are read from. */
export const listCountTables = (table: Table): readonly string[] =>
  countTablesOf(table).map(({ name }) => name)

const NEW = 'select *, 1 as count_weight from new_rows'
const OLD = 'select *, -1 as count_weight from old_rows'

const triggers = [
  { event: 'insert', rows: 'referencing new table as new_rows' },
  { event: 'update', rows: 'referencing old table as old_rows new table as new_rows' },
  { event: 'delete', rows: 'referencing old table as old_rows' },
  { event: 'truncate', rows: '' },
] as const

/** Names are resolved in the table's current schema, because a switch renames schemas. */
const triggerFunction = (schema: string, name: string, parts: readonly CountTable[]) => `
  create function ${schema}.count_${name}() returns trigger language plpgsql as $$
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

const each = (parts: readonly CountTable[], rows: string) =>
  parts
    .map(({ add, only }) =>
      only === undefined
        ? add(rows)
        : `if exists (select from (${rows}) as changed where ${only}) then ${add(rows)} end if;`,
    )
    .join('\n')

const triggerOn = (trigger: Readonly<Record<'schema' | 'name' | 'event' | 'rows', string>>) => `
  create trigger count_${trigger.event} after ${trigger.event} on ${trigger.schema}.${trigger.name}
  ${trigger.rows} for each statement execute function ${trigger.schema}.count_${trigger.name}();`
