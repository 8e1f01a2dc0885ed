import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TObject, TSchema } from 'typebox'
import { isObjectSchema } from '#kernel/contract/schema-kinds.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { anyDetailSchema } from '#kernel/records/response.ts'
import type { LineKind } from '../kind.ts'
import { kinds } from '../kinds.ts'
import { expectationOf } from '../wording.ts'
import { examples } from './examples.ts'
import { always, wordsOfKinds } from './words.ts'

/** `docs/import.md`: how to import, and every kind of line, from the schemas that the import checks lines by. */
export function importPage(): string {
  const introduction = readFileSync(join(import.meta.dirname, 'introduction.md'), 'utf8')
  return `${introduction}\n${[...kinds.values()].map(sectionOf).join('\n\n')}\n`
}

function sectionOf({ kind, schema }: LineKind): string {
  const words = wordsOfKinds[kind]
  const data = examples[kind]
  if (words === undefined || data === undefined) throw new Error(`${kind} needs words and a line`)
  return [
    `### ${kind}`,
    '',
    words.about,
    '',
    '| field | value | if it is missing | |',
    '|---|---|---|---|',
    ...fieldsIn(schema, '').map((field) => rowOf(kind, field)),
    '',
    '```json',
    JSON.stringify({ kind, data }),
    '```',
  ].join('\n')
}

interface Field {
  readonly name: string
  readonly schema: TSchema
  readonly isRequired: boolean
}

/** The fields of an object; those within one of them follow it. */
function fieldsIn(object: TObject, prefix: string): readonly Field[] {
  const required: ReadonlySet<string> = new Set('required' in object ? object.required : [])
  return Object.entries<TSchema>(object.properties).flatMap(([own, schema]) => {
    const field = { name: prefix + own, schema, isRequired: required.has(own) }
    return [field].concat(isObjectSchema(schema) ? fieldsIn(schema, `${field.name}.`) : [])
  })
}

const rowOf = (kind: string, { name, schema, isRequired }: Field) =>
  `| \`${name}\` | ${valueOf(schema)} | ${isRequired ? '**required**' : missing(schema)} | ${meaning(kind, name)} |`

function valueOf(schema: TSchema): string {
  const items = 'items' in schema ? schema.items : undefined
  return items !== undefined && isSchema(items)
    ? `${expectationOf(schema)}; each: ${expectationOf(items)}`
    : expectationOf(schema)
}

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null

function missing(schema: TSchema): string {
  if ('default' in schema) return `\`${JSON.stringify(schema.default)}\``
  return 'otherwise' in schema ? String(schema.otherwise) : 'no value'
}

/** The words of a field of the record, or of a part of one: `summary.masakCount`. */
function wordsIn(record: AnyRecord, path: string): string | undefined {
  let schema: TSchema | undefined = anyDetailSchema(record)
  for (const name of path.split('.')) {
    schema = schema !== undefined && isObjectSchema(schema) ? schema.properties[name] : undefined
  }
  return schema !== undefined && 'description' in schema ? String(schema.description) : undefined
}

function meaning(kind: string, name: string): string {
  const { record, fields = {} } = wordsOfKinds[kind] ?? {}
  const words = fields[name] ?? always[name] ?? (record && wordsIn(record, name))
  if (words === undefined) throw new Error(`${kind}.${name} needs words`)
  return words
}
