import * as fc from 'fast-check'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { Field } from '#kernel/records/field.ts'
import { ITEM, keepsItems, tableOf } from '#kernel/records/kept-items.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { records } from '#kernel/records/records.ts'
import { anyItem } from '#kernel/records/response.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { makeSchema } from '#projections/runtime/schema.ts'
import { saveStatement } from '#projections/runtime/statements.ts'
import { dropDatabase, freshDatabase } from '#test/support/database.ts'
import { nastyText } from '#test/support/nasty-texts.ts'

// What is kept with a row must be what the row shows once it is read back, whatever PostgreSQL makes of its values.

const digits = (most: bigint) => fc.bigInt({ min: -most, max: most }).map(String)

/** Also what PostgreSQL cannot hold. */
const anyText = fc.oneof(nastyText(), fc.constantFrom('a\0b', '\ud83d', 'ş\udc00'))

/** As projectors write them. */
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: anyText,
  'text[]': fc.array(anyText, { maxLength: 3 }),
  boolean: fc.boolean(),
  integer: fc.integer({ min: -5, max: 5 }),
  bigint: digits(2n ** 53n),
  numeric: fc
    .tuple(digits(10n ** 12n), fc.integer({ min: 0, max: 99 }))
    .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`),
  timestamptz: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().replace('Z', '999Z'))),
  jsonb: fc.constant([]),
}

function valueOf({ type, nullable, schema }: Field): fc.Arbitrary<unknown> {
  const { enum: known } = schema as { readonly enum?: readonly unknown[] }
  const value =
    known === undefined ? (values[type] ?? fc.constant(null)) : fc.constantFrom(...known)
  return nullable ? fc.option(value) : value
}

const rowsOf = (record: AnyRecord) =>
  fc.array(
    fc.record(
      Object.fromEntries(Object.entries(record.columns).map(([name, one]) => [name, valueOf(one)])),
    ),
    { minLength: 1, maxLength: 20 },
  )

let client: pg.PoolClient

beforeAll(async () => {
  const url = await freshDatabase()
  const pool = openPool(url, { logger: silentLogger, max: 1, name: 'test' })
  client = await pool.connect()
  await makeSchema(client, 'read_model', readModels)
  return async () => {
    client.release()
    await pool.end()
    await dropDatabase(url)
  }
})

async function write(record: AnyRecord, rows: readonly object[]) {
  const { text, values: written } = saveStatement('read_model', tableOf(record))(rows)
  const alone = { parameter: (number: number) => `$${number}`, condition: 'true' }
  await client.query({ text: text(alone), values: [...written] })
}

test.each(
  Object.values<AnyRecord>(records)
    .filter(keepsItems)
    .map((one) => [one.name, one]),
)('the item that is kept of any %s is what its row shows when it is read', async (name, record) => {
  await fc.assert(
    fc.asyncProperty(rowsOf(record), async (rows) => {
      await client.query(`truncate read_model.${name}`)
      const distinct = rows.map((row, place) => ({ ...row, company_id: 'one', id: String(place) }))
      await write(record, distinct)
      const stored = await client.query<Record<string, unknown>>(`table read_model.${name}`)
      const shown = stored.rows.map((row) => JSON.stringify(anyItem(record, row)))
      expect(stored.rows.map((row) => row[ITEM])).toEqual(shown)
    }),
    { numRuns: 15 },
  )
})
