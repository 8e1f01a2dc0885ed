import { Client, types } from 'pg'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { tableOf } from '#kernel/records/kept-items.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { saveStatement } from '#projections/runtime/statements.ts'
import type { Place } from '#projections/runtime/write-statement.ts'
import type { Stage } from './stage.ts'

type Voucher = RowOf<typeof expenseVouchers>

/**
 * The rows that a projection has made, written once more with nothing but `pg`: to a table like
 * theirs, that number in a transaction, without waiting for the disk. How long it takes.
 */
export async function plainWritesMs(
  { databaseUrl }: Stage,
  { from, rowsABatch }: { readonly from: string; readonly rowsABatch: number },
): Promise<number> {
  const client = new Client({ connectionString: databaseUrl, types: { getTypeParser } })
  await client.connect()
  try {
    const { name } = expenseVouchers
    await client.query(`drop schema if exists plain cascade; create schema plain;
      create table plain.${name} (like ${from}.${name} including all);
      set synchronous_commit = off; set timezone = 'UTC'`)
    const { rows } = await client.query<Voucher>(`select * from ${from}.${name}`)
    const save = saveStatement('plain', tableOf(expenseVouchers))
    const startedAt = performance.now()
    for (let next = 0; next < rows.length; next += rowsABatch) {
      await client.query('begin')
      const { text, values } = save(rows.slice(next, next + rowsABatch))
      await client.query({ name, text: text(alone), values: [...values] })
      await client.query('commit')
    }
    return performance.now() - startedAt
  } finally {
    await client.end()
  }
}

const alone: Place = { parameter: (number) => `$${number}`, condition: 'true' }

const getTypeParser: typeof types.getTypeParser = (type, format) =>
  type === types.builtins.TIMESTAMPTZ ? asText : types.getTypeParser(type, format)

const asText = (value: string) => value
