import { parseDecimal } from '#kernel/domain/money.ts'
import { type AnyRecord, columnIn } from '#kernel/records/record.ts'
import { anyDetail } from '#kernel/records/response.ts'
import { decimalFields, ZONE } from './columns.ts'

/** A row as the API shows it in detail, except that its decimals are the exact text of the database. */
export function exportedBy(record: AnyRecord, timeZone: string): (row: object) => object {
  const decimals = decimalFields(record).map((name) => ({ name, column: columnIn(record, name) }))
  return (row) => ({
    ...anyDetail(record, row),
    ...Object.fromEntries(
      decimals.map(({ name, column }): [string, unknown] => [name, Reflect.get(row, column)]),
    ),
    [ZONE]: timeZone,
  })
}

/** A decimal of an exported record as text. */
export const decimalText = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : undefined
