import { chmod, open } from 'node:fs/promises'
import { fileWriter, ParquetWriter } from 'hyparquet-writer'
import { orFileFault } from '#kernel/platform/cli/file-fault.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import { type ColumnKind, type ExportColumn, exportColumns, valueAt } from '../columns.ts'
import { decimalText } from '../exported.ts'
import type { OpenWriter } from './format.ts'

/** Enough for every amount, and for prices and rates with more decimals than any source gives. */
const PRECISION = 38
const SCALE = 10

/** Decimals are DECIMAL(38, 10), instants microseconds in UTC, and what has parts is JSON text. */
export const parquet: OpenWriter = async (path, record) => {
  const orFault = (step: () => Promise<void>) => orFileFault(`${path} cannot be written`, step())
  const columns = exportColumns(record)
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [
      { name: 'record', num_children: columns.length },
      ...columns.map(
        ({ name, kind }) => ({ name, repetition_type: 'OPTIONAL', ...types[kind] }) as const,
      ),
    ],
    createdBy: 'Sarraf',
  })
  await chmod(path, 0o600)
  return {
    write: async (records) => {
      const columnData = columns.map((column) => ({
        name: column.name,
        data: records.map((exported) => storedOf(column, exported)),
      }))
      const rowGroupSize = Math.max(1, records.length)
      await orFault(async () => writer.write({ columnData, rowGroupSize }))
    },
    close: async () => {
      await orFault(async () => writer.finish())
      const file = await open(path)
      await orFault(() => file.sync())
      await file.close()
    },
  }
}

const textType = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const

const types = {
  text: textType,
  json: textType,
  flag: { type: 'BOOLEAN' },
  integer: { type: 'INT32' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  decimal: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision: PRECISION,
    scale: SCALE,
  },
} as const satisfies Readonly<Record<ColumnKind, object>>

function storedOf(column: ExportColumn, exported: object): unknown {
  const value = valueAt(column, exported)
  if (value === null) return null
  switch (column.kind) {
    case 'decimal':
      return unscaled(decimalText(value) ?? '')
    case 'instant':
      return typeof value === 'string' ? microsecondsOf(value) : null
    case 'json':
      return JSON.stringify(value)
    default:
      return value
  }
}

/** The decimal as a number of its smallest unit. */
function unscaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  if (fraction.length > SCALE) throw new Error(`${decimal} has more than ${SCALE} decimals`)
  return BigInt(whole + fraction.padEnd(SCALE, '0'))
}
