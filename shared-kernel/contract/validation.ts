import type { Static, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { type Detail, detail, schemaFault } from '#kernel/domain/detail.ts'
import { dotted, stepsOf } from '#kernel/domain/json-pointer.ts'
import { isRule, type Rule } from '#kernel/domain/rules.ts'
import { trimmed } from '#kernel/domain/written-text.ts'
import { checkRules, findMismatches } from './body-rules.ts'
import { Faults } from './faults.ts'
import { normalise } from './normalisation.ts'
import { isKmtsCode, isRecord, isRequired, isText, type Raw } from './schema-kinds.ts'

export type Checked<T> =
  | { readonly value: T; readonly faults?: undefined }
  | { readonly faults: readonly Detail[] }

/** Checks the `data` of a request body. Faults name fields as `data.…`, as the client wrote them. */
export function checkBody<Schema extends TObject>(
  schema: Schema,
  body: unknown,
): Checked<Static<Schema>> {
  if (!isRecord(body)) return { faults: [detail('data', 'required')] }
  const outside = Object.keys(body).filter((key) => key !== 'data')
  if (!Object.hasOwn(body, 'data')) return { faults: [detail('data', 'required')] }
  const faults = new Faults()
  for (const key of outside) faults.add(key, 'unknown')
  if (isRecord(body['data'])) return check(schema, body['data'], 'data.', faults)
  faults.add('data', 'type')
  return { faults: faults.list }
}

/** Checks one JSON object; faults put `prefix` before every field's name. */
export function checkObject<Schema extends TObject>(
  schema: Schema,
  value: unknown,
  prefix = '',
): Checked<Static<Schema>> {
  if (!isRecord(value)) return { faults: [schemaFault(prefix || 'data', 'type')] }
  return check(schema, value, prefix, new Faults())
}

/** The value of a parameter that is not UTF-8, or has a broken escape. */
export const undecodable = Symbol('undecodable')

/** Checks query or path parameters, and parses numbers and booleans from their text. */
export function checkParameters<Schema extends TObject>(
  schema: Schema,
  raw: Raw,
): Checked<Static<Schema>> {
  const faults = new Faults()
  const read: Record<string, unknown> = {}
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (value === undecodable) faults.add(name, 'pattern')
    else if (Array.isArray(value)) faults.add(name, 'type')
    else if (typeof value === 'string') {
      const text = trimmed(value)
      if (text !== '' && text !== value && hasForm(property)) faults.add(name, ruleOfForm(property))
      read[name] = fromText(property, text === '' || !hasForm(property) ? text : value)
    }
    if (read[name] === '' && isText(property) && !isRequired(schema, name)) delete read[name]
    const byDefault = defaultOf(property)
    if (byDefault !== undefined) read[name] ??= byDefault
  }
  for (const [name, value] of Object.entries(raw)) {
    if (Object.hasOwn(schema.properties, name)) continue
    faults.add(name, value === undecodable ? 'pattern' : unknownParameter(name, schema))
  }
  return check(schema, read, '', faults)
}

const unknownParameter = (name: string, schema: TObject) =>
  name === 'filter[updatedSince]' && 'x-no-updated-since' in schema ? 'unsupported' : 'unknown'

function check<Schema extends TObject>(
  schema: Schema,
  raw: Raw,
  prefix: string,
  faults: Faults,
): Checked<Static<Schema>> {
  const value: unknown = normalise(schema, raw, prefix, faults)
  if (isRecord(value)) findMismatches(schema, value, prefix, faults)
  const fits = isA(schema, value)
  if (!fits) for (const [field, rule] of faultsOf(schema, value)) faults.add(prefix + field, rule)
  if (isRecord(value)) checkRules(schema, value, prefix, faults)
  return fits && faults.list.length === 0 ? { value } : { faults: faults.list }
}

const ruleNames: Readonly<Record<string, Rule>> = {
  '~refine': 'format',
  anyOf: 'type',
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
  minItems: 'minLength',
  maxItems: 'maxLength',
}

function faultsOf(schema: TSchema, value: unknown): [field: string, rule: Rule][] {
  return validatorOf(schema)
    .Errors(value)
    .flatMap((error): [string, Rule][] => {
      const at = dotted(stepsOf(error.instancePath))
      if (error.keyword !== 'required') return [[at, ruleOf(error.keyword)]]
      const parent = at === '' ? '' : `${at}.`
      return error.params.requiredProperties.map((name) => [parent + name, 'required'])
    })
}

const ruleOf = (keyword: string): Rule =>
  ruleNames[keyword] ?? (isRule(keyword) ? keyword : 'format')

/** Around words, names, and the numbers of people and labels blanks mean nothing. */
const hasForm = (schema: TSchema) =>
  !isText(schema) ||
  'enum' in schema ||
  ('pattern' in schema && !isKmtsCode(schema)) ||
  ('format' in schema && schema.format !== 'identityNumber')

/** What a value breaks that has blanks around it. */
const ruleOfForm = (schema: TSchema): Rule => {
  if (!isText(schema)) return 'type'
  if ('enum' in schema) return 'enum'
  return 'format' in schema ? 'format' : 'pattern'
}

function fromText(schema: TSchema, given: string): unknown {
  const type = 'type' in schema ? schema.type : undefined
  if (type === 'integer' && /^(0|-?[1-9]\d*)$/.test(given)) return Number(given)
  if (type === 'number' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(given)) return Number(given)
  if (type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true'
  return given
}

const defaultOf = (schema: TSchema): unknown => ('default' in schema ? schema.default : undefined)

const isA = <Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> =>
  validatorOf(schema).Check(value)

/** All faults are reported at once. Only the fields of a schema count towards this limit. */
Settings.Set({ maxErrors: 1_000 })

const validators = new WeakMap<TSchema, Validator>()

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const made = Compile(schema)
  validators.set(schema, made)
  return made
}
