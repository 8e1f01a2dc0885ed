import { MAX_FAULTS } from '#kernel/contract/faults.ts'
import { isRecord } from '#kernel/contract/schema-kinds.ts'
import { ExactNumber } from '#kernel/domain/exact-number.ts'
import { NotStrictJson, parseStrictJson } from '#kernel/domain/strict-json.ts'
import { printable } from '#kernel/platform/cli/printable.ts'
import type { CheckedLine } from './kind.ts'
import { kinds } from './kinds.ts'
import type { LineFault } from './line-fault.ts'
import type { Line } from './lines.ts'
import { wordsFor } from './wording.ts'

/** Of what is within one another; what nests deeper cannot be written down again. */
const MAX_DEPTH = 100

export type Parsed =
  | { readonly checkedLine: CheckedLine; readonly faults?: undefined }
  | {
      readonly checkedLine?: undefined
      readonly faults: readonly LineFault[]
      /** Of the record that the line would have brought. */
      readonly id?: unknown
    }

/** What one line says, or all that is wrong with it in itself. */
export function parseLine({ text }: Line): Parsed {
  if (text === undefined) return fault('json', 'is longer than 256 KiB, or is not UTF-8')
  try {
    return parsedLine(parseStrictJson(text))
  } catch (error) {
    if (error instanceof NotStrictJson) return fault('json', error.message)
    throw error
  }
}

function parsedLine(line: unknown): Parsed {
  if (isDeeper(line, MAX_DEPTH)) return fault('json', `is nested more than ${MAX_DEPTH} deep`)
  if (!isRecord(line)) return fault('json', 'is not an object with kind and data')
  const { kind: name, data, ...others } = line
  const around = Object.keys(others)
    .slice(0, MAX_FAULTS)
    .map((field) => ({ field: printable(field), wrong: 'stands outside data' }))
  const kind = typeof name === 'string' ? kinds.get(name) : undefined
  if (kind === undefined) return { faults: [unknownKind(name), ...around] }
  if (data === undefined) return { faults: [{ field: 'data', wrong: 'is required' }, ...around] }
  const checked = kind.check(data)
  const inside = (checked.faults ?? []).map((detail) => ({
    field: printable(detail.field),
    wrong: wordsFor(kind, detail),
  }))
  return checked.faults === undefined && around.length === 0
    ? { checkedLine: checked.value }
    : { faults: [...around, ...inside], id: isRecord(data) ? data['id'] : undefined }
}

const fault = (field: string, wrong: string): Parsed => ({ faults: [{ field, wrong }] })

const unknownKind = (name: unknown): LineFault => ({
  field: 'kind',
  wrong: name === undefined ? 'is required' : `must be one of ${[...kinds.keys()].join(', ')}`,
})

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof ExactNumber) &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
