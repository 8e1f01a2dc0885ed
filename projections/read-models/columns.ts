import type { Static, TObject } from 'typebox'
import { type Snake, snakeCase } from '#kernel/records/record.ts'

type ColumnsOf<Fields> = {
  readonly [Name in keyof Fields & string as Snake<Name>]: Fields[Name]
}

/** A field's name and its column's are looked up once: this runs for each event of a rebuild. */
const names = new Map<string, string>()

/** The fields of an event as columns: `naceCode` as `nace_code`. Records name columns in the same way. */
export function columnsOf<Fields extends object>(fields: Fields): ColumnsOf<Fields>
export function columnsOf(fields: object): object {
  const columns: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) columns[columnOf(field)] = value
  return columns
}

function columnOf(field: string): string {
  const known = names.get(field)
  if (known !== undefined) return known
  const column = snakeCase(field)
  names.set(field, column)
  return column
}

type Nothing<Schema extends TObject> = { readonly [Name in keyof Static<Schema>]: null }

/** Null for each field: what is left of personal data that is no longer kept. */
export function nothingOf<Schema extends TObject>(schema: Schema): Nothing<Schema>
export function nothingOf({ properties }: TObject): object {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, null]))
}
