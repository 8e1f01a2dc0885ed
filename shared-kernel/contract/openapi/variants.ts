import { Type } from 'typebox'
import type { BodyRules, KindRules } from '../endpoint.ts'
import { type ApiSchema, isReference, type Reference } from './document.ts'
import { reference, type SchemaWriter } from './schema.ts'

/** A body, or the bodies that it may be, each with the fields that it takes. */
export interface Body {
  readonly name: string
  readonly words: string
  readonly schema: BodySchema
  /** How the variants are told apart; null where several of them may fit. */
  readonly by: string | null
  readonly variants: readonly { readonly value: string; readonly body: Body }[]
}

interface BodySchema extends BodyRules {
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

/** Divides a body by the fields that decide which further fields it takes. */
export function bodyOf(named: Named, schema: BodySchema): Body {
  const { alsoBy = [], requiredOneOf } = schema
  if (requiredOneOf === undefined) {
    return divided(named, schema, [schema, ...alsoBy].filter(decides))
  }
  const variants = requiredOneOf.map((field) => ({
    value: field,
    body: whole(
      { name: `${named.name}By${capitalised(field)}`, words: `${named.words}, with \`${field}\`` },
      narrowed(schema, [], [field]),
    ),
  }))
  return { ...named, schema, by: null, variants }
}

type Named = Pick<Body, 'name' | 'words'>

type Kind = NonNullable<KindRules['kindOf']>

const decides = ({ onlyFor }: KindRules) => onlyFor !== undefined

function divided(named: Named, schema: BodySchema, [rules, ...rest]: readonly KindRules[]): Body {
  if (rules === undefined) return whole(named, schema)
  const { onlyFor = {}, requiredFor = {}, examplesFor = {} } = rules
  const kindOf: Kind = rules.kindOf ?? { field: 'source' }
  const { field, byDefault } = kindOf
  if (!(field in schema.properties)) return divided(named, schema, rest)
  const variants = Object.keys(onlyFor).map((kind) => {
    const owners = Object.entries(onlyFor).filter(([owner]) => owner !== kind)
    const foreign = owners.flatMap(([, fields]) => fields)
    const telling = kind === byDefault ? [] : [field]
    const fitting = narrowed(schema, foreign, [...telling, ...(requiredFor[kind] ?? [])])
    const told = { ...fitting.properties[field], enum: [kind] }
    const properties = { ...fitting.properties, [field]: told }
    const own = { ...fitting, properties: withExamples(properties, examplesFor[kind] ?? {}) }
    const name = `${named.name}${capitalised(kind)}`
    const words = `${named.words}, with \`${field}\` \`${kind}\`${kind === byDefault ? ' or none' : ''}`
    return { value: kind, body: divided({ name, words }, own, rest) }
  })
  // A variant that need not say which it is has no discriminator.
  return { ...named, schema, by: byDefault === undefined ? field : null, variants }
}

const withExamples = (
  properties: BodySchema['properties'],
  examples: Readonly<Record<string, unknown>>,
) => ({
  ...properties,
  ...Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      { ...properties[name], examples: [example] },
    ]),
  ),
})

const whole = (named: Named, schema: BodySchema): Body => ({
  ...named,
  schema,
  by: null,
  variants: [],
})

function narrowed(
  schema: BodySchema,
  without: readonly string[],
  needed: readonly string[],
): BodySchema {
  const properties = Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) => !without.includes(name)),
  )
  return { ...schema, properties, required: [...new Set([...(schema.required ?? []), ...needed])] }
}

/** The schema of a body, as components: one for each variant, and one that names them. */
export function bodySchemas(body: Body, writer: SchemaWriter): [string, ApiSchema][] {
  const { name, words, schema, by, variants } = body
  const description = `${words}.`
  if (variants.length === 0) {
    const { onlyFor: _, ...plain } = schema
    const written = writer.write({ ...plain, properties: orNull(plain) })
    return isReference(written) ? [] : [[name, { description, ...written }]]
  }
  const all = wholeVariants(body)
  const options = all.map((one) => reference('schemas', one.name))
  const union = by === null ? { anyOf: options } : { oneOf: options, ...discriminator(by, body) }
  return [[name, { description, ...union }], ...all.flatMap((one) => bodySchemas(one, writer))]
}

/** Generators take a variant that is divided further for no variant, so all stand side by side. */
const wholeVariants = (body: Body): readonly Body[] =>
  body.variants.length === 0 ? [body] : body.variants.flatMap((one) => wholeVariants(one.body))

/** What is optional may also be null, which counts as not given. */
const orNull = ({ properties, required = [] }: BodySchema) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      required.includes(name) ? schema : { ...described(schema), anyOf: [schema, Type.Null()] },
    ]),
  )

const described = (schema: object) =>
  'description' in schema ? { description: schema.description } : {}

/** Of variants that are divided further the fields tell by themselves. */
function discriminator(propertyName: string, { variants }: Body): Partial<ApiSchema> {
  if (variants.some(({ body }) => body.variants.length > 0)) return {}
  const mapping = variants.map(({ value, body }) => [value, pointer(body)] as const)
  return { discriminator: { propertyName, mapping: Object.fromEntries(mapping) } }
}

const pointer = ({ name }: Body): Reference['$ref'] => reference('schemas', name).$ref

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
