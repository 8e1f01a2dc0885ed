import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { customerStanding } from '#kernel/responses/customers-check.ts'
import type { ReadDatabase } from '#projections/database.ts'
import { standingOf } from '#query/customers/check.ts'
import { companyRows } from '#query/listing/company-rows.ts'
import { DEALER, idOf, NEIGHBOUR } from '#test/query-service/rows.ts'
import { makeTables } from '#test/query-service/service.ts'
import { databasesOfRoles, dropDatabase, freshDatabase } from '#test/support/database.ts'
import { OTHER_PERSON, PERSON } from '#test/support/forms.ts'
import { withItem } from '#test/support/listed-rows.ts'
import { checkRow, customerRow, formRow, registerRow } from './rows.ts'

const rows = emptyTablesForThisFile()

function emptyTablesForThisFile() {
  let pool: Pool | undefined
  let sent: CompiledQuery[] = []
  const opened = () => {
    if (pool === undefined) throw new Error('the tables are made before the first test')
    return pool
  }
  beforeAll(async () => {
    const url = await freshDatabase()
    const opening = openPool(databasesOfRoles(url).projections, {
      logger: silentLogger,
      max: 2,
      name: 'test',
    })
    pool = opening
    await makeTables(opening)
    return async () => {
      await opening.end()
      await dropDatabase(url)
    }
  })
  beforeEach(async () => {
    const tables = ['customer', 'customer_event', 'sanction_check', 'customer_form']
    await opened().query(`truncate ${tables.map((name) => `read_model.${name}`).join(', ')}`)
    sent = []
  })
  return {
    pool: opened,
    sent: () => sent,
    add: (table: string, added: readonly object[]) =>
      opened().query(
        `insert into read_model.${table}
         select * from jsonb_populate_recordset(null::read_model.${table}, $1)`,
        [JSON.stringify(added.map((row) => withItem(table, row)))],
      ),
    addMany: (table: string, row: object, changes: string) =>
      opened().query(
        `insert into read_model.${table}
         select populated.* from generate_series(1, 20000) as n,
           jsonb_populate_record(null::read_model.${table}, $1::jsonb || ${changes}) as populated`,
        [JSON.stringify(withItem(table, row))],
      ),
    standing: async (idNo = PERSON) => {
      const database = new Kysely<ReadDatabase>({
        dialect: new PostgresDialect({ pool: opened() }),
        log: ({ query }) => void sent.push(query),
      })
      const caller = { companyId: DEALER, apiUserId: DEALER, rights: [] }
      return customerStanding(await standingOf(companyRows(database)(caller), { idNo }))
    },
  }
}

test('the status is read in one statement', async () => {
  const { add, sent, standing } = rows
  await add('customer', [customerRow(1)])
  await add('customer_event', [registerRow(1), registerRow(2)])
  await add('sanction_check', [checkRow(1)])
  await add('customer_form', [formRow(1)])

  const found = await standing()

  expect(sent()).toHaveLength(1)
  expect(found.events).toHaveLength(2)
  expect(found).toMatchObject({
    masak: { types: ['masak', 'wanted', 'pep'] },
    verification: { latestId: idOf(1) },
  })
})

test.each([
  [{}, ['masak', 'wanted', 'pep']],
  [{ wanted_query: false }, ['masak', 'pep']],
  [{ pep_query: false, is_error: true }, ['masak', 'wanted']],
  [{ wanted_query: false, pep_query: false }, ['masak']],
])('the last check names the searched lists: %j', async (changes, types) => {
  const { add, standing } = rows
  await add('customer', [customerRow(1)])
  await add('sanction_check', [
    checkRow(1, { checked_at: '2026-11-20T10:00:00.5Z', ...changes }),
    checkRow(2, { is_error: true }),
    checkRow(3, { id_no: OTHER_PERSON, checked_at: '2026-11-21T00:00:00Z' }),
    checkRow(4, { id_no: null, checked_at: '2026-11-21T00:00:00Z' }),
    checkRow(5, { company_id: NEIGHBOUR, checked_at: '2026-11-21T00:00:00Z' }),
  ])

  expect((await standing()).masak).toEqual({
    lastQueriedAt: '2026-11-20T10:00:00.500Z',
    types,
    isError: 'is_error' in changes,
  })
})

test('forms of another company, or never accepted, do not count', async () => {
  const { add, standing } = rows
  await add('customer', [customerRow(1), customerRow(2, { company_id: NEIGHBOUR, id_no: '7' })])
  await add('customer_event', [registerRow(1, { company_id: NEIGHBOUR, customer_id: idOf(1) })])
  await add('customer_form', [
    formRow(1, { visible: false }),
    formRow(2, { company_id: NEIGHBOUR }),
  ])

  expect(await standing()).toMatchObject({ exists: true, events: [], verification: null })
  expect(await standing('7')).toMatchObject({ exists: false, customer: null })
})

test('an event of the account counts, under any number that it was entered with', async () => {
  const { add, standing } = rows
  await add('customer', [customerRow(1)])
  await add('customer_event', [registerRow(1, { id_no: 'U1234567', customer_id: idOf(1) })])

  expect((await standing()).events).toMatchObject([{ id: idOf(1), idNo: 'U1234567' }])
})

test('a forgotten customer is not found by number, and other records are still shown', async () => {
  const { add, standing } = rows
  await add('customer', [
    customerRow(1, { id_no: null, name_surname: null, forgotten: true }),
    customerRow(2),
  ])
  await add('customer_event', [registerRow(1, { id_no: null, customer_id: idOf(2) })])

  expect(await standing()).toMatchObject({
    customer: { id: idOf(2) },
    events: [{ idNo: null, comment: null }],
  })
})

test('at many customers no table is read as a whole', async () => {
  const { addMany, pool, sent, standing } = rows
  const id = `'id', lpad(to_hex(n), 24, '0')`
  const number = (modulo: number) =>
    `'id_no', (20000000000 + n % ${modulo})::text, 'normal_number', (20000000000 + n % ${modulo})::text`
  await addMany('customer', customerRow(1), `jsonb_build_object(${id}, ${number(20_000)})`)
  await addMany('customer_event', registerRow(1), `jsonb_build_object(${id}, ${number(500)})`)
  await addMany('customer_form', formRow(1), `jsonb_build_object(${id}, ${number(20_000)})`)
  await addMany('sanction_check', checkRow(1), `jsonb_build_object(${id}, ${number(20_000)})`)
  await pool().query('analyze')

  expect((await standing('20000000007')).events).toHaveLength(25)

  const [asked] = sent()
  const { rows: lines } = await pool().query<{ 'QUERY PLAN': string }>(`explain ${asked?.sql}`, [
    ...(asked?.parameters ?? []),
  ])
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/on customer .*\n.*Index Cond: .*normal_number = '/)
  expect(plan).not.toContain('Seq Scan')
})
