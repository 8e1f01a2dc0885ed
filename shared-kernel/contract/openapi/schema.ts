import type { BodyRules, KindRules } from '../endpoint.ts'
import { type ApiSchema, isScalar } from './document.ts'

/** What is said about a field, by its name. */
export type Wording = (name: string) => string | undefined

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

/** Both are date-times; what else they allow, a bare day, is said in words. */
const FORMATS: Readonly<Record<string, string>> = { instant: 'date-time', moment: 'date-time' }

/** A schema of the contract as OpenAPI 3.0.3 writes it, which is an older JSON Schema of its own kind. */
export function apiSchema(schema: object, wording: Wording = () => undefined): ApiSchema {
  const plain: Plain = { ...schema }
  const alternatives = schemasIn(plain['anyOf'])
  if (alternatives.length > 0) return oneOfAlternatives(alternatives, wording)
  if (plain['type'] === 'null') return { type: 'string', enum: [null], nullable: true }
  return {
    ...keywordsOf(plain),
    ...limitOf(plain, 'minimum', 'exclusiveMinimum'),
    ...limitOf(plain, 'maximum', 'exclusiveMaximum'),
    ...membersOf(plain, wording),
  }
}

function oneOfAlternatives(alternatives: readonly Plain[], wording: Wording): ApiSchema {
  const values = alternatives
    .filter(({ type }) => type !== 'null')
    .map((schema) => apiSchema(schema, wording))
  const [only] = values
  const merged = values.length === 1 && only !== undefined ? only : { anyOf: values }
  if (values.length === alternatives.length) return merged
  const withNull = 'enum' in merged && merged.enum ? { enum: [...merged.enum, null] } : {}
  return { ...merged, ...withNull, nullable: true }
}

function keywordsOf(plain: Plain): ApiSchema {
  const same = SAME_IN_BOTH.filter((keyword) => keyword in plain)
  const kept = Object.fromEntries(same.map((keyword) => [keyword, plain[keyword]]))
  const { format, const: only } = plain
  return {
    ...kept,
    ...(typeof format === 'string' ? { format: FORMATS[format] ?? format } : {}),
    ...(isScalar(only) ? { enum: [only] } : {}),
  }
}

function limitOf(
  plain: Plain,
  limit: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): ApiSchema {
  const value = plain[exclusive]
  return typeof value === 'number' ? { [limit]: value, [exclusive]: true } : {}
}

function membersOf(plain: Plain, wording: Wording): ApiSchema {
  const { items, properties, required } = plain
  const rules = rulesOf(plain)
  return {
    ...(isPlain(items) ? { items: apiSchema(items, wording) } : {}),
    ...(isPlain(properties)
      ? { properties: mapValues(properties, (schema, name) => field(schema, name)) }
      : {}),
    ...(isNames(required) && required.length > 0 ? { required } : {}),
  }

  function field(schema: Plain, name: string): ApiSchema {
    const own = typeof schema['description'] === 'string' ? schema['description'] : wording(name)
    const description = [own, ...saidAbout(name, rules)].filter(Boolean).join(' ')
    return { ...apiSchema(schema, wording), ...(description === '' ? {} : { description }) }
  }
}

/** The rules that JSON Schema has no short word for, in words. */
function saidAbout(name: string, rules: BodyRules): readonly string[] {
  const byKind = [rules, ...(rules.alsoBy ?? [])].flatMap((by) => saidByKind(name, by))
  const oneOf = rules.requiredOneOf?.includes(name)
    ? [
        `At least one of ${rules.requiredOneOf.map((field) => `\`${field}\``).join(', ')} is required.`,
      ]
    : []
  return [...byKind, ...oneOf]
}

function saidByKind(name: string, rules: KindRules): readonly string[] {
  const kind = rules.kindOf?.field ?? 'source'
  const only = ownersOf(name, rules.onlyFor).map((owner) => `Only with ${kind} \`${owner}\`.`)
  const needed = ownersOf(name, rules.requiredFor).map(
    (owner) => `Required with ${kind} \`${owner}\`.`,
  )
  return needed.length > 0 && only.length > 0
    ? [`Required with ${kind} \`${ownersOf(name, rules.onlyFor)[0]}\`, refused with another.`]
    : [...only, ...needed]
}

const ownersOf = (name: string, byOwner: KindRules['onlyFor']) =>
  Object.entries(byOwner ?? {}).flatMap(([owner, fields]) => (fields.includes(name) ? [owner] : []))

const rulesOf = (schema: object): BodyRules => schema

const mapValues = (
  record: Plain,
  map: (value: Plain, name: string) => ApiSchema,
): Record<string, ApiSchema> =>
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
