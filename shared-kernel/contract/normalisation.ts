import type { TObject, TSchema } from 'typebox'
import { neededFields, ruleOfUnknown } from './body-rules.ts'
import type { BodyRules } from './endpoint.ts'
import type { Faults } from './faults.ts'
import { CONTROL_CHARACTERS } from './fields.ts'
import {
  isObjectSchema,
  isRecord,
  isRecordId,
  isRequired,
  isSchema,
  isText,
  type Raw,
} from './schema-kinds.ts'
import { validatorOf } from './validators.ts'

const CONTROL_CHARACTER = new RegExp(`[${CONTROL_CHARACTERS}]`)

/** Trims texts, drops missing values, converts dates to UTC. A field that the schema lacks is a fault. */
export function normalise(
  schema: TObject & BodyRules,
  raw: Raw,
  prefix: string,
  faults: Faults,
): Raw {
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
