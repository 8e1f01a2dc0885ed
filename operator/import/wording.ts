import type { TSchema } from 'typebox'
import { RECORD_ID } from '#kernel/contract/fields.ts'
import type { Detail } from '#kernel/domain/detail.ts'
import type { LineKind } from './kind.ts'

/** What is wrong with a field, in words; never with the value, which may be a secret. */
export function wordsFor({ kind, schema }: LineKind, { field, rule }: Detail): string {
  if (rule === 'required') return 'is required'
  if (rule === 'unknown') return `is not a field of ${kind}`
  const expected = schemaAt(schema, field) ?? {}
  const isFreeOfForm = !('pattern' in expected)
  return rule === 'pattern' && isFreeOfForm
    ? 'must be well-formed text without control characters'
    : `must be ${expectationOf(expected)}`
}

function schemaAt(schema: TSchema, field: string): TSchema | undefined {
  const [, name = '', rest = ''] = /^([^.[]+)(.*)$/.exec(field) ?? []
  const property = propertyOf(schema, name)
  if (property === undefined || rest === '') return property
  if (rest.startsWith('.')) return schemaAt(property, rest.slice(1))
  return 'items' in property && isSchema(property.items) ? property.items : property
}

function propertyOf(schema: TSchema, name: string): TSchema | undefined {
  if (!('properties' in schema) || !isSchema(schema.properties)) return undefined
  const property: unknown = Object.entries(schema.properties).find(([key]) => key === name)?.[1]
  return isSchema(property) ? property : undefined
}

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null

/** What a field must be, in words. */
export function expectationOf(schema: TSchema): string {
  const {
    description,
    enum: values,
    pattern,
    format,
    type,
    maxLength,
    minimum,
    maximum,
  } = {
    ...noWords,
    ...schema,
  }
  if (description !== undefined) return description
  if (values !== undefined) return `one of ${values.join(', ')}`
  if (pattern === RECORD_ID) return '24 hexadecimal digits'
  if (format === 'instant' || format === 'moment')
    return 'a date with its time and zone, as 2026-11-20T09:30:00Z'
  if (type === 'string') return `a text of 1 to ${maxLength} characters`
  if (type === 'boolean') return 'true or false'
  if (type === 'integer')
    return minimum === undefined ? 'a whole number' : `a whole number from ${minimum} to ${maximum}`
  return type === 'array' ? 'a list' : 'an object'
}

interface Words {
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly format?: string
  readonly type?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

const noWords: Words = {}
