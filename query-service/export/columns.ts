import type { TSchema } from 'typebox'
import type { AnyRecord } from '#kernel/records/record.ts'
import { anyDetailSchema } from '#kernel/records/response.ts'

/** Decimals are exact text, instants ISO 8601 in UTC; `json` is everything that has parts of its own. */
export type ColumnKind = 'text' | 'decimal' | 'integer' | 'flag' | 'instant' | 'json'

/** A column of an export. The parts of an object are columns of their own: `customer.name`. */
export interface ExportColumn {
  readonly name: string
  readonly kind: ColumnKind
  readonly words: string | undefined
  readonly path: readonly string[]
}

/** The time zone of the company: the name of the last column of every export. */
export const ZONE = 'timeZone'

/** The columns of a record's detail in the API, in its order. */
export const exportColumns = (record: AnyRecord): readonly ExportColumn[] => [
  ...Object.entries(anyDetailSchema(record).properties).flatMap(([name, schema]) =>
    columnsAt([name], schema),
  ),
  {
    name: ZONE,
    kind: 'text',
    words: 'The time zone of the company: the days of its documents are days there.',
    path: [ZONE],
  },
]

/** The names of the fields that the database holds as exact numbers. */
export const decimalFields = ({ sections: { list, detail } }: AnyRecord): readonly string[] =>
  Object.entries({ ...list, ...detail }).flatMap(([name, { type }]) =>
    type === 'numeric' ? [name] : [],
  )

function columnsAt(path: readonly string[], schema: TSchema): readonly ExportColumn[] {
  const inner = withoutNull(plain(schema))
  if (inner.properties !== undefined) {
    return Object.entries(inner.properties).flatMap(([name, part]) =>
      columnsAt([...path, name], part),
    )
  }
  const words = plain(schema).description ?? inner.description
  return [{ name: path.join('.'), kind: kindOf(inner), words, path }]
}

/** A schema as JSON Schema: a description replaces what TypeBox knows of it. */
interface Plain {
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly anyOf?: readonly Plain[]
  readonly properties?: Readonly<Record<string, TSchema>>
}

const plain = (schema: TSchema): Plain => schema

/** The schema of the value, if there is one. */
function withoutNull(schema: Plain): Plain {
  const [only = schema, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return others.length === 0 ? only : schema
}

function kindOf({ type, format }: Plain): ColumnKind {
  if (type === 'string') return format === 'date-time' ? 'instant' : 'text'
  return kinds.get(type) ?? 'json'
}

const kinds = new Map<string | undefined, ColumnKind>([
  ['number', 'decimal'],
  ['integer', 'integer'],
  ['boolean', 'flag'],
])

/** The value of a column in a record as `exported` gives it; null if a part on the way is null. */
export function valueAt({ path }: ExportColumn, exported: object): unknown {
  let value: unknown = exported
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return null
    value = Reflect.get(value, name)
  }
  return value ?? null
}
