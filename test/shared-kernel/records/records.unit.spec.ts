import { expect, test } from 'vitest'
import { fieldIn } from '#kernel/records/record.ts'
import { records } from '#kernel/records/records.ts'
import type { Table } from '#kernel/records/table.ts'

const inSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)

test('every record is listed under the name of its table', () => {
  const named = Object.entries<Table>(records).map(([name, { name: table }]) => [name, table])
  expect(named).toEqual(named.map(([name = '']) => [name, inSnakeCase(name)]))
})

test.each(Object.entries(records))('the audit keys of %s are texts', (_, record) => {
  const types = record.auditKeys.map((key) => fieldIn(record, key).type)
  expect(types).toEqual(types.map(() => 'text'))
})
