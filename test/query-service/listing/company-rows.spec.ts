import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { ReadDatabase } from '#projections/database.ts'
import { companyRows } from '#query/listing/company-rows.ts'
import { databaseOfRoleForThisTest } from '#test/support/database.ts'
import { withItem } from '#test/support/listed-rows.ts'
import { DEALER, idOf, NEIGHBOUR, templateRow, voucherRow } from '../rows.ts'
import { makeTables } from '../service.ts'

const poolOptions = { logger: silentLogger, max: 2, name: 'test' }

const rowsForThisTest = async () => (await rowsOfAllForThisTest())({ companyId: DEALER })

async function rowsOfAllForThisTest() {
  const pool = openPool(await databaseOfRoleForThisTest('projections'), poolOptions)
  onTestFinished(() => pool.end())
  await makeTables(pool)
  const add = (table: string, rows: readonly object[]) =>
    pool.query(
      `insert into read_model.${table}
       select * from jsonb_populate_recordset(null::read_model.${table}, $1)`,
      [JSON.stringify(rows.map((row) => withItem(table, row)))],
    )
  await add('expense_voucher', [
    voucherRow(1),
    voucherRow(2, { company_id: NEIGHBOUR }),
    voucherRow(3, { company_id: NEIGHBOUR, template_id: idOf(4) }),
  ])
  await add('template', [
    templateRow(900),
    templateRow(4),
    templateRow(900, { company_id: NEIGHBOUR, key: 'theirs' }),
  ])
  const database = new Kysely<ReadDatabase>({ dialect: new PostgresDialect({ pool }) })
  return companyRows(database)
}

test('a query sees one company’s rows', async () => {
  const rows = await rowsForThisTest()

  expect(await rows.selectFrom('expense_voucher').select('id').execute()).toEqual([{ id: idOf(1) }])
  expect(await rows.selectFrom('expense_voucher as v').select('v.id').execute()).toEqual([
    { id: idOf(1) },
  ])
})

test('so do joined tables, with any alias', async () => {
  const rows = await rowsForThisTest()

  const joined = await rows
    .selectFrom('expense_voucher as voucher')
    .innerJoin('template', 'template.id', 'voucher.template_id')
    .leftJoin('expense_voucher as other', (join) => join.onTrue())
    .select(['voucher.id', 'template.key', 'other.id as otherId'])
    .execute()

  expect(joined).toEqual([{ id: idOf(1), key: 'key-900', otherId: idOf(1) }])
})

test('so do subqueries', async () => {
  const rows = await rowsForThisTest()

  const counted = await rows
    .selectFrom('template')
    .select((template) => [
      'template.key',
      template
        .selectFrom('expense_voucher')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('vouchers'),
    ])
    .where('template.id', 'in', (template) =>
      template.selectFrom('expense_voucher').select('template_id'),
    )
    .execute()

  expect(counted).toEqual([{ key: 'key-900', vouchers: '1' }])
})

test('two tables at once, too', async () => {
  const rows = await rowsForThisTest()

  const pairs = await rows
    .selectFrom(['template', 'expense_voucher'])
    .select(['template.key', 'expense_voucher.id'])
    .orderBy('template.key')
    .execute()

  expect(pairs).toEqual([
    { key: 'key-4', id: idOf(1) },
    { key: 'key-900', id: idOf(1) },
  ])
})

test('a statement that is made once sees the rows of whoever runs it, for the value of each run', async () => {
  const rowsOf = await rowsOfAllForThisTest()
  const vouchers = (companyId: string, limit: number) =>
    rowsOf({ companyId }).runMadeOnce({
      name: 'vouchers',
      value: limit,
      statementOf: (from, value) => sql<{ readonly id: string }>`
        select id from ${from.part('expense_voucher')} as voucher
        where exists (${from.selectFrom('expense_voucher as own').select('own.id').whereRef('own.id', '=', sql.ref('voucher.id'))})
        order by id limit ${value}`,
    })

  expect(await vouchers(DEALER, 5)).toEqual([{ id: idOf(1) }])
  expect(await vouchers(NEIGHBOUR, 5)).toEqual([{ id: idOf(2) }, { id: idOf(3) }])
  expect(await vouchers(NEIGHBOUR, 1)).toEqual([{ id: idOf(2) }])
})
