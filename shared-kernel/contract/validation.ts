import type { Static, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Detail } from '#kernel/domain/rejection.ts'
import type { BodyRules, KindRules } from './endpoint.ts'
import { RECORD_ID } from './fields.ts'

export type Checked<T> =
  | { readonly value: T; readonly faults?: undefined }
  | { readonly faults: readonly Detail[] }

type Raw = Readonly<Record<string, unknown>>

/** All faults are reported at once. Only the fields of a schema count towards this limit. */
Settings.Set({ maxErrors: 1_000 })

/** PostgreSQL and XML cannot hold these characters. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\0-\x08\x0B\x0C\x0E-\x1F]/

/** Faults by field, only the first one of each: it is the one to fix first. */
class Faults {
  readonly #byField = new Map<string, string>()

  add(field: string, rule: string) {
    if (!this.#byField.has(field)) this.#byField.set(field, rule)
  }

  has = (field: string) => this.#byField.has(field)

  get list(): Detail[] {
    return [...this.#byField].map(([field, rule]) => ({ field, rule }))
  }
}

/** Checks the `data` of a request body. Faults name fields as `data.…`, as the client wrote them. */
export function checkBody<Schema extends TObject>(
  schema: Schema,
  body: unknown,
): Checked<Static<Schema>> {
  if (!isRecord(body)) return { faults: [{ field: 'data', rule: 'required' }] }
  const outside = Object.keys(body).filter((key) => key !== 'data')
  if (!Object.hasOwn(body, 'data')) return { faults: [{ field: 'data', rule: 'required' }] }
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
  if (!isRecord(value)) return { faults: [{ field: prefix || 'data', rule: 'type' }] }
  return check(schema, value, prefix, new Faults())
}

/** Checks query or path parameters, and parses numbers and booleans from their text. */
export function checkParameters<Schema extends TObject>(
  schema: Schema,
  raw: Raw,
): Checked<Static<Schema>> {
  const faults = new Faults()
  const read: Record<string, unknown> = {}
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (Array.isArray(value)) faults.add(name, 'type')
    else if (typeof value === 'string') read[name] = fromText(property, value.trim())
    if (read[name] === '' && isText(property) && !isRequired(schema, name)) delete read[name]
    const byDefault = defaultOf(property)
    if (byDefault !== undefined) read[name] ??= byDefault
  }
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(schema.properties, name)) faults.add(name, unknownParameter(name, schema))
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

/** Trims texts, drops missing values, converts dates to UTC. A field that the schema lacks is a fault. */
function normalise(schema: TObject & BodyRules, raw: Raw, prefix: string, faults: Faults): Raw {
  const value: Record<string, unknown> = {}
  const needed = new Set(neededFields(schema, raw))
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(schema.properties, name))
      faults.add(prefix + name, ruleOfUnknown(schema, name))
  }
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    if (!Object.hasOwn(raw, name)) continue
    const field = prefix + name
    const given = normaliseValue(property, raw[name], field, faults)
    const isNeeded = needed.has(name) || isRequired(schema, name)
    const isEmpty = given === '' && isText(property) && !isRecordId(property)
    if (isEmpty && isNeeded) faults.add(field, 'minLength')
    const isAbsent = given === null || (given === '' && isText(property))
    if (isAbsent && !isRequired(schema, name)) continue
    if (given !== undefined) value[name] = given
  }
  return value
}

function normaliseValue(schema: TSchema, given: unknown, field: string, faults: Faults): unknown {
  if (typeof given === 'string') {
    if (CONTROL_CHARACTER.test(given.trim())) faults.add(field, 'pattern')
    return normaliseText(schema, given.trim().toWellFormed())
  }
  if (isObjectSchema(schema) && isRecord(given))
    return normalise(schema, given, `${field}.`, faults)
  if ('items' in schema && isSchema(schema.items) && Array.isArray(given)) {
    const { items } = schema
    return given.map((item, index) => normaliseValue(items, item, `${field}[${index}]`, faults))
  }
  return given
}

function normaliseText(schema: TSchema, given: string): string {
  if (isRecordId(schema)) return given.toLowerCase()
  if ('format' in schema && schema.format === 'instant') {
    const milliseconds = Date.parse(given)
    const isWellFormed = validatorOf(schema).Check(given)
    return isWellFormed && !Number.isNaN(milliseconds)
      ? new Date(milliseconds).toISOString()
      : given
  }
  return given
}

function ruleOfUnknown(schema: TObject & BodyRules, name: string): string {
  const isReadOnly = schema.readOnlyFields?.some((field) =>
    field.endsWith('*') ? name.startsWith(field.slice(0, -1)) : field === name,
  )
  return isReadOnly === true ? 'readOnly' : 'unknown'
}

/** A field of another kind is a fault whatever its value is, so it is reported before its value. */
function findMismatches(rules: TObject & BodyRules, value: Raw, prefix: string, faults: Faults) {
  for (const by of [rules, ...(rules.alsoBy ?? [])]) {
    for (const field of foreignFields(by, value)) {
      if (field in value) faults.add(prefix + field, 'mismatch')
    }
  }
}

/** The fields of the other kinds; none while the kind is unknown. */
function foreignFields(rules: KindRules, value: Raw): readonly string[] {
  const kind = kindIn(rules, value)
  const owners = Object.entries(rules.onlyFor ?? {})
  if (owners.every(([owner]) => owner !== kind)) return []
  return owners.flatMap(([owner, fields]) => (owner === kind ? [] : fields))
}

function kindIn({ kindOf = { field: 'source' } }: KindRules, value: Raw): string | undefined {
  const kind = value[kindOf.field] ?? kindOf.byDefault
  return typeof kind === 'string' ? kind : undefined
}

function checkRules(rules: TObject & BodyRules, value: Raw, prefix: string, faults: Faults) {
  for (const by of [rules, ...(rules.alsoBy ?? [])]) {
    for (const field of neededFields(by, value)) {
      if (!(field in value)) faults.add(prefix + field, 'required')
    }
  }
  const alternatives = rules.requiredOneOf
  if (alternatives?.every((field) => !(field in value) && !faults.has(prefix + field)) === true) {
    faults.add(`${prefix}${alternatives[0]}`, 'requiredOneOf')
  }
}

function neededFields(rules: KindRules, value: Raw): readonly string[] {
  const kind = kindIn(rules, value)
  return Object.entries(rules.requiredFor ?? {}).flatMap(([owner, fields]) =>
    owner === kind ? fields : [],
  )
}

const ruleNames: Readonly<Record<string, string>> = {
  '~refine': 'format',
  anyOf: 'type',
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
  minItems: 'minLength',
  maxItems: 'maxLength',
}

function faultsOf(schema: TSchema, value: unknown): [field: string, rule: string][] {
  return validatorOf(schema)
    .Errors(value)
    .flatMap((error): [string, string][] => {
      const at = dotted(error.instancePath)
      if (error.keyword !== 'required') return [[at, ruleNames[error.keyword] ?? error.keyword]]
      const parent = at === '' ? '' : `${at}.`
      return error.params.requiredProperties.map((name) => [parent + name, 'required'])
    })
}

const dotted = (pointer: string) =>
  pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (path, part) =>
        /^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`,
      '',
    )

function fromText(schema: TSchema, given: string): unknown {
  const type = 'type' in schema ? schema.type : undefined
  if (type === 'integer' && /^-?\d+$/.test(given)) return Number(given)
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(given)) return Number(given)
  if (type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true'
  return given
}

const defaultOf = (schema: TSchema): unknown => ('default' in schema ? schema.default : undefined)

const isA = <Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> =>
  validatorOf(schema).Check(value)

const validators = new WeakMap<TSchema, Validator>()

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const made = Compile(schema)
  validators.set(schema, made)
  return made
}

const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSchema = (value: unknown): value is TSchema => isRecord(value)

/** An empty text counts as not given only where a text belongs. */
const isText = (schema: TSchema): boolean => {
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) return schema.anyOf.some(isText)
  return 'type' in schema && schema.type === 'string'
}

const isRecordId = (schema: TSchema) => 'pattern' in schema && schema.pattern === RECORD_ID

const isRequired = (schema: TObject, name: string) =>
  'required' in schema && schema.required.includes(name)

const isObjectSchema = (schema: TSchema): schema is TObject =>
  'type' in schema && schema.type === 'object' && 'properties' in schema
