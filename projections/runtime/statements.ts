import type pg from 'pg'
import { storable } from '#kernel/records/storable.ts'
import type { Table } from '#kernel/records/table.ts'
import type { Place, TableWrite } from './write-statement.ts'

type Statement = pg.QueryConfig<unknown[]>

/** Loads the rows with these keys. */
export function loadStatement(
  schema: string,
  { name, columns, key, derived = [] }: Table,
): (keys: readonly (readonly string[])[]) => Statement {
  const wanted = key.map((_, index) => `$${index + 1}::text[]`)
  const own = Object.keys(columns).filter((one) => derived.every(({ column }) => column !== one))
  const text = `select ${own.join(', ')}
    from ${schema}.${name} join unnest(${wanted.join(', ')}) as wanted (${key.join(', ')})
    using (${key.join(', ')})`
  return (keys) => ({
    name: `load ${name}`,
    text,
    values: key.map((_, index) => keys.map((parts) => parts[index])),
  })
}

/** Writes whole rows, new ones and changed ones. */
export function saveStatement(
  schema: string,
  { name, columns, key, derived = [] }: Table,
): (rows: readonly object[]) => TableWrite {
  const names = Object.keys(columns)
  const kinds = Object.values(columns).map(({ type }) => kindOf(type))
  const selected = names.map((column, index) => `${column}${kinds[index]?.cast ?? ''}`)
  const changes = names.filter((column) => !key.includes(column))
  const text = ({ parameter, condition }: Place) => {
    const arrays = kinds.map(({ sentAs }, index) => `${parameter(index + 1)}::${sentAs}[]`)
    return `insert into ${schema}.${name} (${names.join(', ')})
      select ${selected.join(', ')} from unnest(${arrays.join(', ')}) as saved (${names.join(', ')})
      where ${condition} on conflict (${key.join(', ')}) do update
      set ${changes.map((column) => `${column} = excluded.${column}`).join(', ')}`
  }
  return (rows) => ({
    name,
    text,
    values: names.map((column, index) => {
      const { encode } = kinds[index] ?? asItIs
      const valueIn = derived.find((one) => one.column === column)?.of ?? valueOf(column)
      return arrayOf(rows.map((row) => encode(valueIn(row))))
    }),
  })
}

const valueOf =
  (column: string) =>
  (row: object): unknown =>
    Reflect.get(row, column)

interface Kind {
  readonly sentAs: string
  readonly cast: string
  readonly encode: (value: unknown) => unknown
}

const asItIs: Kind = { sentAs: 'text', cast: '', encode: (value) => value }

/** `unnest` takes arrays apart to the last level, so lists travel as text. */
function kindOf(type: string): Kind {
  if (type === 'jsonb') return { ...asItIs, cast: '::jsonb', encode: orNull(jsonText) }
  if (type === 'text[]') return { ...asItIs, cast: '::text[]', encode: orNull(arrayOfList) }
  return { ...asItIs, sentAs: type }
}

const orNull = (encode: (value: unknown) => string) => (value: unknown) =>
  value === null ? null : encode(value)

const jsonText = (value: unknown) => JSON.stringify(value, (_name, part: unknown) => storable(part))

const arrayOfList = (value: unknown) => arrayOf(Array.isArray(value) ? value : [])

/** As PostgreSQL writes an array; one text is encoded much faster than each of its elements. */
const arrayOf = (values: readonly unknown[]): string => `{${values.map(element).join(',')}}`

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${NEEDS_CARE.test(text) ? storable(text).replaceAll(/["\\]/g, '\\$&') : text}"`
}

/** What has a meaning in an array's text, or cannot be stored. */
const NEEDS_CARE = /["\\\0\ud800-\udfff]/
