import { expect, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { eventStoreProcessForThisTest } from '#test/support/event-store.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { type Dealer, dealerForThisTest, dealerOn } from '../dealer.ts'
import { customerRecorded } from '../samples.ts'

const until = (condition: () => void | Promise<void>) =>
  vi.waitFor(condition, { timeout: LONGEST_WAIT_MS, interval: 5 })

async function customersCome(dealer: Dealer, count: number, prefix = 'customer') {
  for (let n = 0; n < count; n++) {
    const customerId = `${prefix}${n}`
    await dealer.write(customerEvents, customerId, customerRecorded({ customerId }))
  }
}

const epochs = async (dealer: Dealer) =>
  (await dealer.rows<{ epoch: string }>('select epoch from read_model.checkpoint')).map(
    ({ epoch }) => Number(epoch),
  )

/** The tables as they are now, in a place from which they can be put back. */
async function copied(dealer: Dealer, tables: readonly string[]) {
  const all = (statement: (table: string) => string) =>
    dealer.rows(`begin; ${tables.map(statement).join('; ')}; commit`)
  await all((table) => `create table read_model.before_${table} as table read_model.${table}`)
  return {
    putBack: () =>
      all(
        (table) =>
          `delete from read_model.${table}; insert into read_model.${table} table read_model.before_${table}`,
      ),
  }
}

test('tables of before that are put back, with their checkpoint, are written again without an event', async () => {
  const dealer = await dealerForThisTest()
  const projection = dealer.project()
  await customersCome(dealer, 3)
  await dealer.untilShown()
  await until(() => expect(projection.status().phase).toBe('live'))
  const before = await copied(dealer, ['checkpoint', 'customer', 'last_change'])
  await customersCome(dealer, 2, 'later')
  await dealer.untilShown()
  await before.putBack()
  await until(async () => expect(await epochs(dealer)).toEqual([2]))
  await dealer.untilShown()
  expect(await differences(dealer)).toEqual([])
  await until(() => expect(projection.status().phase).toBe('live'))
})

test('it recovers by itself when the event store was killed', async () => {
  const store = await eventStoreProcessForThisTest()
  const dealer = await dealerOn(store)
  const projection = dealer.project()
  await customersCome(dealer, 3)
  await dealer.untilShown()
  await store.stop()
  await store.start()
  await customersCome(dealer, 3, 'later')
  expect(await differences(dealer)).toEqual([])
  await until(() => expect(projection.status().phase).toBe('live'))
})

test('it waits for a log that does not exist yet', async () => {
  const store = await eventStoreProcessForThisTest()
  const dealer = await dealerOn(store)
  await customersCome(dealer, 1)
  await store.stop()
  const projection = dealer.project()
  await until(async () => expect(await dealer.positionShown().catch(() => -1n)).toBe(0n))
  expect(projection.status().phase).not.toBe('live')
  await store.start()
  await until(() => expect(projection.status().phase).toBe('live'))
  expect(await differences(dealer)).toEqual([])
})
