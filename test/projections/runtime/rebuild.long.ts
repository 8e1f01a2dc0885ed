import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { noMacs } from '#test/support/no-macs.ts'
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
