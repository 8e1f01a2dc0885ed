import type { TObject, TSchema } from 'typebox'
import { ExactNumber } from '#kernel/domain/exact-number.ts'
import { KMTS_CODE } from '#kernel/domain/kmts-code.ts'
import { RECORD_ID } from './fields.ts'

export type Raw = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof ExactNumber)

export const isSchema = (value: unknown): value is TSchema => isRecord(value)

/** An empty text counts as not given only where a text belongs. */
export const isText = (schema: TSchema): boolean => {
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) return schema.anyOf.some(isText)
  return 'type' in schema && schema.type === 'string'
}

export const isKmtsCode = (schema: TSchema) => 'pattern' in schema && schema.pattern === KMTS_CODE

export const isRecordId = (schema: TSchema) => 'pattern' in schema && schema.pattern === RECORD_ID

export const isRequired = (schema: TObject, name: string) =>
  'required' in schema && schema.required.includes(name)

export const isObjectSchema = (schema: TSchema): schema is TObject =>
  'type' in schema && schema.type === 'object' && 'properties' in schema
