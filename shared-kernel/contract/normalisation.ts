import type { TObject, TSchema } from 'typebox'
import { ExactNumber } from '#kernel/domain/exact-number.ts'
import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import { instantIn } from '#kernel/domain/moment.ts'
import { isStorable, trimmed } from '#kernel/domain/written-text.ts'
import { neededFields, ruleOfUnknown } from './body-rules.ts'
import type { BodyRules } from './endpoint.ts'
import type { Faults } from './faults.ts'
import { isFreeJson, normaliseFreeJson } from './free-json.ts'
import {
  isKmtsCode,
  isObjectSchema,
  isRecord,
  isRecordId,
  isRequired,
  isSchema,
  isText,
  type Raw,
} from './schema-kinds.ts'

const RECORD_ID_LENGTH = 24

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
    const text = trimmed(given)
    if (!isStorable(text)) faults.add(field, 'pattern')
    const judged = charactersJudged(schema)
    return text.length > judged ? text.slice(0, judged) : normaliseText(schema, text)
  }
  if (isFreeJson(schema)) return normaliseFreeJson(schema, given, field, faults)
  if (given instanceof ExactNumber) return normaliseNumber(schema, given, field, faults)
  if (isObjectSchema(schema) && isRecord(given))
    return normalise(schema, given, `${field}.`, faults)
  if ('items' in schema && isSchema(schema.items) && Array.isArray(given)) {
    const { items } = schema
    return given.map((item, index) => normaliseValue(items, item, `${field}[${index}]`, faults))
  }
  return given
}

/** With this number of code units a text is refused; what lies behind them would only cost time. */
function charactersJudged(schema: TSchema): number {
  const maxLength = isRecordId(schema)
    ? RECORD_ID_LENGTH
    : 'maxLength' in schema && schema.maxLength
  return typeof maxLength === 'number' ? 2 * maxLength + 1 : Number.POSITIVE_INFINITY
}

function normaliseText(schema: TSchema, given: string): string {
  if (isRecordId(schema)) return given.toLowerCase()
  if (isKmtsCode(schema)) return normalisedCode(given)
  if ('format' in schema && schema.format === 'instant') return instantIn(given) ?? given
  return given
}

/** Digits that a binary float does not hold are kept where the field takes decimals as texts, else they are a fault. */
function normaliseNumber(schema: TSchema, given: ExactNumber, field: string, faults: Faults) {
  if (!given.isHeld && isText(schema)) return given.source
  if (!given.isHeld && Number.isFinite(given.nearest)) faults.add(field, 'format')
  return given.nearest
}
