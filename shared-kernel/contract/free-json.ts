import type { TSchema } from 'typebox'
import { ExactNumber } from '#kernel/domain/exact-number.ts'
import type { Faults } from './faults.ts'
import { isRecord } from './schema-kinds.ts'

/** How the numbers of a field without a schema of its own are read. */
export interface FreeJsonRules {
  /** As `ExactNumber`, where JavaScript would write them in another way. */
  readonly keepsDigits?: true
}

/** Whether the field may hold anything that JSON can say; what it holds is kept as it is. */
export const isFreeJson = (schema: TSchema): schema is TSchema & FreeJsonRules =>
  'freeJson' in schema && schema.freeJson === true

/** The options of such a field. */
export const freeJson = (rules: FreeJsonRules = {}) => ({ freeJson: true, ...rules })

/** Texts and names with NUL or half a surrogate pair are a fault: neither is text. */
export function normaliseFreeJson(
  { keepsDigits }: FreeJsonRules,
  given: unknown,
  field: string,
  faults: Faults,
): unknown {
  const readNumber = (number: ExactNumber) =>
    keepsDigits === true ? number : number.isHeld ? number.nearest : number.source
  return normalised(given, field, { faults, readNumber })
}

interface Reading {
  readonly faults: Faults
  readonly readNumber: (number: ExactNumber) => unknown
}

/** How deep it may be nested has been limited before. */
function normalised(given: unknown, field: string, reading: Reading): unknown {
  if (typeof given === 'string' && !isText(given)) reading.faults.add(field, 'pattern')
  if (given instanceof ExactNumber) return reading.readNumber(given)
  if (Array.isArray(given)) {
    return given.map((item, index) => normalised(item, `${field}[${index}]`, reading))
  }
  if (!isRecord(given)) return given
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const at = `${field}.${name}`
      if (!isText(name)) reading.faults.add(at, 'pattern')
      return [name, normalised(value, at, reading)]
    }),
  )
}

const isText = (text: string) => text.isWellFormed() && !text.includes('\0')
