import type { Json } from '#publishing/events/public-event.ts'
import { decimalPattern, momentPattern } from '#publishing/events/shapes.ts'

/** A table row for each field, nested fields included. */
export function fieldRows(schema: Json, prefix = ''): readonly string[] {
  return Object.entries(objectIn(schema['properties'])).flatMap(([name, value]) => {
    const field = objectIn(value)
    const items = objectIn(field['items'])
    const path = `${prefix}${name}`
    const row = `| \`${path}\` | ${typeWords(field)} | ${textIn(field['description'])} |`
    return [row].concat(fieldRows(items, `${path}[].`))
  })
}

function typeWords(schema: Json): string {
  const { anyOf, const: constant, enum: values, type, pattern } = schema
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeWords(objectIn(one))).join(' or ')
  if (constant !== undefined) return `\`${textIn(constant)}\``
  if (Array.isArray(values)) return values.map((value) => `\`${textIn(value)}\``).join(', ')
  if (type === 'array') return 'list'
  if (pattern === decimalPattern) return 'decimal'
  if (pattern === momentPattern) return 'moment'
  return textIn(type)
}

const objectIn = (value: unknown): Json => (isObject(value) ? value : {})

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
