import { BLANK_CHARACTERS, UNSTORABLE_CHARACTERS } from '#kernel/domain/written-text.ts'
import type { KindRules } from '../endpoint.ts'
import { type ApiSchema, isReference, isScalar, type Reference } from './document.ts'
import { notInNumbers } from './number-pattern.ts'

/** Writes schemas of the contract as OpenAPI 3.0.3 has them. Those with a title become components. */
export interface SchemaWriter {
  readonly write: (schema: object) => ApiSchema | Reference
  /** Everything that was referred to so far, by name. */
  readonly components: () => Readonly<Record<string, ApiSchema>>
}

type Plain = Readonly<Record<string, unknown>>

const SAME_IN_BOTH = [
  'type',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'additionalProperties',
  'default',
] as const

/** What else the date-times allow, a bare day, is said in words. */
const FORMATS: Readonly<Record<string, string>> = {
  instant: 'date-time',
  moment: 'date-time',
  day: 'date',
}

/** OpenAPI 3.0 has no type `null`. */
const NOTHING: ApiSchema = { type: 'object', nullable: true, enum: [null] }

export const reference = (part: string, name: string): Reference => ({
  $ref: `#/components/${part}/${name}`,
})

export function schemaWriter(): SchemaWriter {
  const written = new Map<string, { readonly from: string; readonly schema: ApiSchema }>()

  function write(schema: object): ApiSchema | Reference {
    const plain: Plain = { ...schema }
    const { title } = plain
    return typeof title === 'string' ? component(title, plain) : inline(plain, write)
  }

  function component(name: string, plain: Plain): Reference {
    const from = JSON.stringify({ ...plain, description: undefined, examples: undefined })
    const known = written.get(name)
    if (known !== undefined && known.from !== from) throw new Error(`two schemas are named ${name}`)
    if (known === undefined) {
      written.set(name, { from, schema: inline(plain, write) })
    }
    return reference('schemas', name)
  }

  const components = () =>
    Object.fromEntries(
      [...written].map(([name, { schema }]) => [name, schema] as const).toSorted(byName),
    )
  return { write, components }
}

type Write = SchemaWriter['write']

function inline(plain: Plain, write: Write): ApiSchema {
  const alternatives = schemasIn(plain['anyOf'])
  if (alternatives.length > 0) return oneOfAlternatives(alternatives, write)
  if (isPlain(plain['extends'])) return extended(plain, plain['extends'], write)
  // Without `enum: [null]`, of which Java's generator makes an enumeration without a member.
  if (plain['type'] === 'null') return { type: 'string', nullable: true }
  return {
    ...keywordsOf(plain),
    ...limitOf(plain, 'minimum', 'exclusiveMinimum'),
    ...limitOf(plain, 'maximum', 'exclusiveMaximum'),
    ...membersOf(plain, write),
  }
}

/** `extends` is a schema that has some of the properties: for these it is referred to. */
function extended(plain: Plain, base: Plain, write: Write): ApiSchema {
  const { extends: _, ...all } = plain
  const inherited = Object.keys(isPlain(base['properties']) ? base['properties'] : {})
  const own = Object.entries(isPlain(all['properties']) ? all['properties'] : {})
  const required = isNames(all['required']) ? all['required'] : []
  const rest = {
    ...all,
    properties: Object.fromEntries(own.filter(([name]) => !inherited.includes(name))),
    required: required.filter((name) => !inherited.includes(name)),
  }
  return { allOf: [write(base), inline(rest, write)] }
}

function oneOfAlternatives(alternatives: readonly Plain[], write: Write): ApiSchema {
  const values = alternatives.filter(({ type }) => type !== 'null').map((schema) => write(schema))
  const hasNull = values.length < alternatives.length
  const [only] = values
  if (values.length > 1 || only === undefined) {
    return { anyOf: values, ...(hasNull && { nullable: true }) }
  }
  if (isReference(only)) return { anyOf: [only, NOTHING] }
  if (!hasNull) return only
  return { ...only, ...(only.enum && { enum: [...only.enum, null] }), nullable: true }
}

function membersOf(plain: Plain, write: Write): ApiSchema {
  const { items, properties, required } = plain
  return {
    ...(isPlain(items) && { items: write(items) }),
    ...(isPlain(properties) && {
      properties: mapValues(properties, (schema, name) =>
        field(schema, { name, of: plain }, write),
      ),
    }),
    ...(isNames(required) && required.length > 0 && { required }),
  }
}

function field(
  schema: Plain,
  { name, of: parent }: { readonly name: string; readonly of: Plain },
  write: Write,
): ApiSchema | Reference {
  const words = schema['description']
  const description = [words, ...fieldNotes(name, parent)].filter(Boolean).join(' ')
  const written = write(schema)
  const value = isOptional(name, parent) ? orEmpty(written) : notBlank(written)
  if (description === '') return value
  return isReference(value) ? { description, allOf: [value] } : { ...value, description }
}

const isOptional = (name: string, { required }: Plain) =>
  !(isNames(required) && required.includes(name))

/** An optional text that is empty counts as not given. */
const orEmpty = (value: ApiSchema | Reference): ApiSchema | Reference =>
  isReference(value) || value.pattern === undefined || value.minLength !== undefined
    ? value
    : { ...value, pattern: value.pattern.replace(/^\^(.*)\$$/, '^($1)?$') }

/** A required text that is blank counts as empty. */
const notBlank = (value: ApiSchema | Reference): ApiSchema | Reference =>
  isReference(value) || value.pattern === undefined
    ? value
    : { ...value, pattern: NOT_BLANKS.get(value.pattern) ?? value.pattern }

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1

function keywordsOf(plain: Plain): ApiSchema {
  const same = SAME_IN_BOTH.filter((keyword) => keyword in plain)
  const kept = Object.fromEntries(same.map((keyword) => [keyword, plain[keyword]]))
  const { format, const: only, 'x-multiple-of': multipleOf } = plain
  return {
    ...kept,
    // Checked by the number's own digits, because binary fractions are no multiples.
    ...(typeof multipleOf === 'number' && { multipleOf }),
    ...(isFreeText(plain) && { pattern: PRINTABLE }),
    ...(format === 'identityNumber' && { pattern: NUMBER }),
    ...(typeof format === 'string' &&
      format !== 'identityNumber' && { format: FORMATS[format] ?? format }),
    ...(isScalar(only) && { enum: [only] }),
  }
}

const PRINTABLE = `^[^${UNSTORABLE_CHARACTERS}]*$`
const NOT_BLANK = `^[^${UNSTORABLE_CHARACTERS}]*[^${UNSTORABLE_CHARACTERS}${BLANK_CHARACTERS}][^${UNSTORABLE_CHARACTERS}]*$`

const NOT_IN_NUMBERS = UNSTORABLE_CHARACTERS + notInNumbers()
/** No format of OpenAPI: every generator reads a pattern. */
const NUMBER = `^[^${NOT_IN_NUMBERS}]*$`
const NOT_BLANK_NUMBER = `^[^${NOT_IN_NUMBERS}]*[^${NOT_IN_NUMBERS}${BLANK_CHARACTERS}][^${NOT_IN_NUMBERS}]*$`
const NOT_BLANKS: ReadonlyMap<string, string> = new Map([
  [PRINTABLE, NOT_BLANK],
  [NUMBER, NOT_BLANK_NUMBER],
])

/** A text of a request, which says how long it may be; what it may not hold is the same for all. */
const isFreeText = ({ type, maxLength, pattern, format }: Plain) =>
  type === 'string' && maxLength !== undefined && pattern === undefined && format === undefined

function limitOf(
  plain: Plain,
  limit: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): ApiSchema {
  const value = plain[exclusive]
  return typeof value === 'number' ? { [limit]: value, [exclusive]: true } : {}
}

/** The rules that OpenAPI has no word for. */
function fieldNotes(name: string, { kindOf, onlyFor }: KindRules): readonly string[] {
  const kind = kindOf?.field ?? 'source'
  return Object.entries(onlyFor ?? {}).flatMap(([owner, fields]) =>
    fields.includes(name) ? [`Only with ${kind} \`${owner}\`.`] : [],
  )
}

const mapValues = <Mapped>(
  record: Plain,
  map: (value: Plain, name: string) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      isPlain(value) ? [[name, map(value, name)]] : [],
    ),
  )

const schemasIn = (value: unknown): readonly Plain[] =>
  Array.isArray(value) ? value.filter(isPlain) : []

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')
