import * as fc from 'fast-check'
import type pg from 'pg'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { NORMAL_NUMBER } from '#kernel/records/kept-items.ts'
import type { Table } from '#kernel/records/table.ts'
import { makeTables } from '#test/query-service/service.ts'
import { databasesOfRoles, dropDatabase, freshDatabase } from './database.ts'
import { forThisFile } from './for-this-file.ts'

export type GeneratedRow = Readonly<Record<string, unknown>>

/** Two companies with the same people; rows of the second are never the first one's. */
export const COMPANIES = ['c'.repeat(24), 'd'.repeat(24)] as const
export const [OURS] = COMPANIES

/** Few, so that rows meet. A number has several spellings. */
const usual: Readonly<Record<string, readonly unknown[]>> = {
  company_id: COMPANIES,
  id: Array.from({ length: 12 }, (_, index) => index.toString(16).padStart(24, '0')),
  id_no: ['10000000146', 'AB1234567', 'ab 123-4567', '39586528950'],
  item: ['{}'],
}

const byType: Readonly<Record<string, readonly unknown[]>> = {
  text: ['', 'ığ', 'x'],
  boolean: [true, false],
  integer: [0, 1, 3],
  bigint: ['0', '1795167900000000', '1795167900000001'],
  numeric: ['0', '100.00', '15100', '0.001'],
  timestamptz: ['2026-11-20T09:45:00.123Z', '2026-11-20T09:45:00.124Z'],
  jsonb: [[]],
  'text[]': [[], ['ığ']],
}

/**
 * Rows of a table as its description allows them: each column that may be null is null in some, and values that
 * matter to the queries under test are `given`, their boundaries among them.
 */
export function rowsOf(
  { columns, key }: Table,
  given: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<readonly GeneratedRow[]> {
  const values = Object.entries(columns).map(([name, { type, nullable }]) => {
    const some = given[name] ?? usual[name] ?? byType[type] ?? []
    return [name, fc.constantFrom(...(nullable ? [null, ...some, ...some] : some))] as const
  })
  const row = fc
    .record<GeneratedRow>(Object.fromEntries(values))
    .map((made) => (NORMAL_NUMBER in columns ? withNormalNumber(made) : made))
  return fc.uniqueArray(row, {
    maxLength: 16,
    selector: (made) => JSON.stringify(key.map((column) => made[column])),
  })
}

const withNormalNumber = (made: GeneratedRow): GeneratedRow => {
  const { id_no: idNo } = made
  return { ...made, [NORMAL_NUMBER]: typeof idNo === 'string' ? normalNumber(idNo) : null }
}

/** Empty tables, for all tests of the file. */
export const readModelsForThisFile = () =>
  forThisFile(async () => {
    const url = await freshDatabase()
    const { projections } = databasesOfRoles(url)
    const pool = openPool(projections, { logger: silentLogger, max: 2, name: 'test' })
    await makeTables(pool)
    return {
      pool,
      close: async () => {
        await pool.end()
        await dropDatabase(url)
      },
    }
  })

/** The tables hold these rows and no others. */
export async function replaceRows(
  pool: Pick<pg.Pool, 'query'>,
  rows: Readonly<Record<string, readonly GeneratedRow[]>>,
): Promise<void> {
  for (const [table, ofTable] of Object.entries(rows)) {
    await pool.query(`truncate read_model.${table}`)
    await pool.query(
      `insert into read_model.${table}
       select * from jsonb_populate_recordset(null::read_model.${table}, $1)`,
      [JSON.stringify(ofTable)],
    )
  }
}
