import * as fc from 'fast-check'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readModels } from '#projections/read-models/read-models.ts'
import { makeSchema } from '#projections/runtime/schema.ts'
import { DEALER, idOf, MOMENT, NEIGHBOUR, voucherRow } from '#test/query-service/rows.ts'
import { cover } from '#test/support/cover.ts'
import { databaseForThisTest } from '#test/support/database.ts'
import { withItem } from '#test/support/listed-rows.ts'

const BY = 'is_draft, is_finalized, document_mode, state, source, serial'

async function tablesForThisTest() {
  const client = new Client({ connectionString: await databaseForThisTest() })
  await client.connect()
  onTestFinished(() => client.end())
  await makeSchema(client, 'read_model', readModels)
  return client
}

/** As the projections write: whole rows, new ones and changed ones in one statement. */
async function save(client: Client, rows: readonly object[], schema = 'read_model') {
  await client.query(
    `insert into ${schema}.expense_voucher
     select * from jsonb_populate_recordset(null::${schema}.expense_voucher, $1)
     on conflict (company_id, id) do update set
       visible = excluded.visible, is_draft = excluded.is_draft, state = excluded.state,
       serial = excluded.serial, transaction_date = excluded.transaction_date,
       name_folded = excluded.name_folded, updated_at = excluded.updated_at`,
    [JSON.stringify(rows.map((row) => withItem('expense_voucher', row)))],
  )
}

/** What the list counts say and should not, and what they should say and do not. */
async function differences(client: Client, schema = 'read_model') {
  const counted = `
    select company_id, day, ${BY}, count(*) as n from ${schema}.expense_voucher
    cross join unnest(array['-infinity', (transaction_date at time zone 'UTC')::date]) as day
    where visible group by company_id, day, ${BY}`
  const named = `select company_id, name_folded, count(*) as n from ${schema}.expense_voucher
    where visible group by company_id, name_folded`
  const facets = `select company_id, day, ${BY}, n from ${schema}.expense_voucher_facet_count`
  const changed = `select company_id, span, count(*) as n from ${schema}.expense_voucher
    cross join unnest(array[updated_at / 1000000, -1 - updated_at / 86400000000]) as span
    where visible group by company_id, span`
  const changes = `select company_id, span, n from ${schema}.expense_voucher_change_count`
  const texts = `select company_id, name_folded, n from ${schema}.expense_voucher_text_count`
  const namedByFacet = `select company_id, md5(name_folded)::uuid as hash, ${BY}, count(*) as n
    from ${schema}.expense_voucher where visible group by company_id, name_folded, ${BY}`
  const textFacets = `select company_id, hash, ${BY}, n from ${schema}.expense_voucher_text_facet_count`
  const { rows } = await client.query(`
    select row_to_json(d) from ((${counted}) except all (${facets})) d
    union all select row_to_json(d) from ((${facets}) except all (${counted})) d
    union all select row_to_json(d) from ((${changed}) except all (${changes})) d
    union all select row_to_json(d) from ((${changes}) except all (${changed})) d
    union all select row_to_json(d) from ((${namedByFacet}) except all (${textFacets})) d
    union all select row_to_json(d) from ((${textFacets}) except all (${namedByFacet})) d
    union all select row_to_json(d) from ((${named}) except all (${texts})) d
    union all select row_to_json(d) from ((${texts}) except all (${named})) d`)
  return rows
}

const voucher = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }).map(idOf),
    company_id: fc.constantFrom(DEALER, DEALER, NEIGHBOUR),
    visible: fc.constantFrom(true, true, false),
    is_draft: fc.boolean(),
    state: fc.constantFrom(null, 'sent', 'draft'),
    serial: fc.constantFrom('GP', '', '(,"x"', 'GP,', '\\'),
    transaction_date: fc.constantFrom(
      '2026-11-20T23:59:59.999Z',
      '2026-11-21T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:00:00Z',
    ),
    updated_at: fc.constantFrom('0', '999999', '86400000000', String(MOMENT)),
    name_folded: fc.constantFrom('', 'ayse', "o'neil %_"),
  })
  .map((changes) => voucherRow(1, changes))

const change = fc.oneof(
  fc.uniqueArray(voucher, { selector: ({ company_id, id }) => `${company_id}${id}`, maxLength: 8 }),
  fc.constantFrom('delete', 'truncate', 'update all'),
)

test('after any writes the list counts equal counts of the rows', async () => {
  const client = await tablesForThisTest()
  const statements = {
    delete: `delete from read_model.expense_voucher where id < '${idOf(5)}'`,
    truncate: 'truncate read_model.expense_voucher',
    'update all': 'update read_model.expense_voucher set is_draft = not is_draft, visible = true',
  }
  const cases = cover('delete', 'truncate', 'update all', 'save')
  await cases.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      for (const one of changes) {
        cases.count(typeof one === 'string' ? one : 'save')
        if (typeof one === 'string') await client.query(statements[one])
        else await save(client, one)
        expect(await differences(client)).toEqual([])
      }
    }),
    { numRuns: 12 },
  )
})

test('a renamed schema continues to count in its own tables', async () => {
  const client = await tablesForThisTest()
  await save(client, [voucherRow(1), voucherRow(2)])
  await client.query('alter schema read_model rename to another')
  await save(client, [voucherRow(2, { serial: 'XX' }), voucherRow(3)], 'another')
  expect(await differences(client, 'another')).toEqual([])
  const { rows } = await client.query(
    `select serial, n from another.expense_voucher_facet_count where day = '-infinity' order by serial`,
  )
  expect(rows).toEqual([
    { serial: 'GP', n: '2' },
    { serial: 'XX', n: '1' },
  ])
})

test('a moment in microseconds counts for its day in UTC, even before 1970', async () => {
  const client = await tablesForThisTest()
  const moments = { a: MOMENT, b: -1n, c: -86_400_000_000n, d: -86_400_000_001n }
  for (const [id, created] of Object.entries(moments)) {
    await client.query(
      `insert into read_model.sanction_check (company_id, id, source, full_name_folded, checked_at,
         wanted_query, pep_query, is_error, masak_count, wanted_count, pep_count, has_customer,
         customer_event_count, created_at, updated_at, item)
       values ('${DEALER}', $1, 'api', '', now(), true, true, false, 0, 0, 0, false, 0, $2, 1, '{}')`,
      [id, String(created)],
    )
  }
  const { rows } = await client.query(
    `select day::text, n from read_model.sanction_check_facet_count order by day`,
  )
  expect(rows).toEqual([
    { day: '-infinity', n: '4' },
    { day: '1969-12-30', n: '1' },
    { day: '1969-12-31', n: '2' },
    { day: '2026-11-20', n: '1' },
  ])
})

test('a rolled-back transaction rolls back its counts, and leaves names unchanged', async () => {
  const client = await tablesForThisTest()
  await client.query('begin')
  const before = await client.query('show search_path')
  await save(client, [voucherRow(1)])
  expect((await client.query('show search_path')).rows).toEqual(before.rows)
  await client.query('rollback')
  expect(await differences(client)).toEqual([])
})
