import { parseDecimal } from '#kernel/domain/money.ts'
import { described } from '#kernel/records/described.ts'
import { microseconds, orNull } from '#kernel/records/field.ts'
import { type AnyRecord, columnIn } from '#kernel/records/record.ts'
import { anyDetail } from '#kernel/records/response.ts'
import type { ChangedRow } from '#query/listing/changed-rows.ts'
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

/** The record with the field that tells what has left its list. */
export const withDeletion = (record: AnyRecord): AnyRecord => ({
  ...record,
  computed: { ...record.computed, detail: { ...record.computed.detail, deletedAt } },
})

const moment = orNull(microseconds)
const deletedAt = {
  schema: described(
    moment.schema,
    'Only with `--include-deleted`: when it was deleted; then the data of persons is null.',
  ),
  show: ({ deleted_at }: Pick<ChangedRow, 'deleted_at'>) => moment.show(deleted_at),
}

/** A decimal of an exported record as text. */
export const decimalText = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : undefined
