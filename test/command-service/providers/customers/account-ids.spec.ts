import type { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { accountIdsIn } from '#command/providers/customers/accounts.ts'
import { readModelsIn } from '#command/read-models.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { makeTables } from '#test/query-service/service.ts'
import { dropDatabase, freshDatabase } from '#test/support/database.ts'
import { LARGE, manyRows } from '#test/support/many-rows.ts'
import { rowsReadIn } from '#test/support/plans.ts'

const sizes = { large: 3_000, companies: 10, small: 30 }
/** The first ones are planned for their values in any case. */
const MANY = 40

test('PostgreSQL keeps the plan by which it finds the account with a number, and makes a new one for a table that has grown', async () => {
  const pool = await tablesForThisTest()
  const idOf = accountIdsIn(readModelsIn(pool))
  const numberOf = (place: number) => ({ companyId: LARGE, idNo: `${10_000_000_000 + place}` })
  for (let asked = 0; asked < MANY; asked++) expect(await idOf(numberOf(asked))).toBeUndefined()
  const whileEmpty = await plansOf(pool)
  expect(whileEmpty.kept).toBeGreaterThanOrEqual(MANY / 2)

  await pool.query(manyRows('read_model', customers(), sizes))
  await pool.query('analyze read_model.customer')
  const { rows: written } = await pool.query<{ id: string; id_no: string }>(
    `select id, id_no from read_model.customer where company_id = $1 order by id limit ${MANY}`,
    [LARGE],
  )
  const [first] = written
  for (const { id, id_no: idNo } of written) expect(await idOf({ companyId: LARGE, idNo })).toBe(id)

  const { name, kept } = await plansOf(pool)
  expect(kept - whileEmpty.kept).toBeGreaterThanOrEqual(MANY / 2)
  const { rows: plan } = await pool.query(
    `explain (analyze, format json) execute "${name}" ('{${LARGE}}', '{${first?.id_no}}', '{${first?.id_no}}')`,
  )
  expect(rowsReadIn(plan, 'customer')).toBe(1)
})

async function plansOf(pool: Pool) {
  const { rows } = await pool.query<{ name: string; kept: string }>(
    `select name, generic_plans as kept from pg_prepared_statements where statement like '%sought%'`,
  )
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error('one statement finds the accounts')
  return { name: row.name, kept: Number(row.kept) }
}

function customers() {
  const table = readModels.tables.find(({ name }) => name === 'customer')
  if (table === undefined) throw new Error('no read model has customers')
  return table
}

async function tablesForThisTest() {
  const databaseUrl = await freshDatabase()
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 1, name: 'test' })
  onTestFinished(async () => {
    await pool.end()
    await dropDatabase(databaseUrl)
  })
  await makeTables(pool)
  await pool.query('vacuum analyze')
  return pool
}
