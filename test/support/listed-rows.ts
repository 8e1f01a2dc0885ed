import { tableOf } from '#kernel/records/kept-items.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { records } from '#kernel/records/records.ts'

/** A row as the projections write it: with the item of its list, where its table keeps items. */
export function withItem<Row extends object>(table: string, row: Row): Row {
  const record = Object.values<AnyRecord>(records).find(({ name }) => name === table)
  const derived = record === undefined ? [] : (tableOf(record).derived ?? [])
  return { ...row, ...Object.fromEntries(derived.map(({ column, of }) => [column, of(row)])) }
}
