import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { commitsFail, untilNothingIsParked } from '../crashes.ts'
import { type Dealer, dealerForThisTest } from '../dealer.ts'
import { happen, histories } from '../histories.ts'

const followed = ['customer', 'template', 'bank_account', 'bank_transaction', 'expense_voucher']
const tables = [
  ...followed,
  'customer_form',
  'invoice',
  'sanction_check',
  'kmts_verification',
  'checked_person',
  'company',
  'company_settings',
  'api_key',
  'price',
  'last_change',
]

async function dealerWithHistory() {
  const dealer = await dealerForThisTest()
  dealer.project({ maxBatch: 3 })
  const [scripts = []] = fc.sample(histories({ writers: 6, steps: 40 }), { numRuns: 1, seed: 27 })
  await happen(dealer, 'run', scripts)
  await dealer.untilShown()
  return dealer
}

/** Rows that stand in one schema and not, exactly so, in the other. */
async function rowsThatDiffer(dealer: Dealer, one: string, other: string) {
  const differing = await Promise.all(
    tables.map((table) =>
      dealer.rows(
        `(table ${one}.${table} except table ${other}.${table})
         union all (table ${other}.${table} except table ${one}.${table})`,
      ),
    ),
  )
  return differing.flat()
}

test('updatedAt strictly increases within a list of a company', async () => {
  const dealer = await dealerWithHistory()
  for (const table of followed) {
    const twice = `select company_id, updated_at from read_model.${table}
      group by company_id, updated_at having count(*) > 1`
    expect(await dealer.rows(twice)).toEqual([])
    expect(await dealer.rows(`select 1 from read_model.${table}`)).not.toEqual([])
  }
  const early = 'select 1 from read_model.expense_voucher where updated_at < created_at'
  expect(await dealer.rows(early)).toEqual([])
})

test('a rebuild gives the same rows again, to the microsecond', async () => {
  const dealer = await dealerWithHistory()
  dealer.project({ schema: 'rebuilt', maxBatch: 17 })
  await dealer.untilShown({ schema: 'rebuilt' })
  expect(await rowsThatDiffer(dealer, 'read_model', 'rebuilt')).toEqual([])
})

test('a rebuild in which commits fail gives the same rows again', async () => {
  const dealer = await dealerWithHistory()
  const first = dealer.project({ schema: 'rebuilt', maxBatch: 5 })
  await dealer.untilShown({ schema: 'rebuilt' })
  await first.close()
  await commitsFail(dealer, 4, 'rebuilt')
  await startOver(dealer, 'rebuilt')
  dealer.project({ schema: 'rebuilt', maxBatch: 5 })
  await untilNothingIsParked(dealer, 'rebuilt')
  expect(await rowsThatDiffer(dealer, 'read_model', 'rebuilt')).toEqual([])
})

test('a log copied to another store gives the same rows, with any positions', async () => {
  const dealer = await dealerWithHistory()
  const { url } = await eventStoreNodeForThisTest()
  const copy = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(copy.close)
  await copyLog(dealer.eventStore, copy)
  dealer.project({ schema: 'copied', eventStore: copy })
  await dealer.untilShown({ schema: 'copied', store: copy })
  expect(await copy.headOfLog()).not.toBe(await dealer.eventStore.headOfLog())
  expect(await rowsThatDiffer(dealer, 'read_model', 'copied')).toEqual([])
})

async function startOver(dealer: Dealer, schema: string) {
  // List counts are emptied with the rows that they count.
  const all = await dealer.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1
     and tablename not in ('checkpoint', 'schema_version') and tablename !~ '_count$'`,
    [schema],
  )
  for (const { name } of all) await dealer.rows(`truncate ${schema}.${name}`)
  await dealer.rows(`alter table ${schema}.checkpoint disable trigger crash`)
  await dealer.rows(`update ${schema}.checkpoint set position = 0`)
  await dealer.rows(`alter table ${schema}.checkpoint enable trigger crash`)
}

async function copyLog(from: EventStore, to: EventStore) {
  for (const n of [1, 2, 3]) {
    const id = crypto.randomUUID()
    await to.append(`earlier-${n}`, [{ id, type: 'Noise', data: {}, metadata: {} }], 'no_stream')
  }
  for await (const { id, type, data, metadata, stream, revision } of from.readLog(START_OF_LOG)) {
    const expected = revision === 0n ? 'no_stream' : revision - 1n
    await to.append(stream, [{ id, type, data, metadata }], expected)
  }
}
