import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { customerEvents, priceEvents } from '#kernel/events/reference-data.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { type Dealer, dealerForThisTest } from './dealer.ts'
import { COMPANY, customerRecorded, voucherFinalized } from './samples.ts'

const TIMEOUT = { timeout: 15_000, interval: 5 }

const customerComes = (dealer: Dealer, customerId: string) =>
  dealer.write(customerEvents, customerId, customerRecorded({ customerId }))

const customers = (dealer: Dealer) => dealer.rows('select id from read_model.customer order by id')

/** Written well, but no database knows this hour. */
const priceAtAnImpossibleHour = (dealer: Dealer) =>
  dealer.write(priceEvents, 'gold', {
    type: 'PriceRecorded',
    data: { companyId: COMPANY, material: 'gold', price: '1', at: '2026-11-20T99:99:99Z' },
  })

function logged() {
  const lines: string[] = []
  const write = (line: unknown, _encoding: unknown, done: () => void) => {
    lines.push(String(line))
    done()
  }
  return { lines, logger: pino({ level: 'error' }, new Writable({ write })) }
}

test('it stops before an event that it cannot show, and says loudly which one', async () => {
  const dealer = await dealerForThisTest()
  for (const id of ['1', '2', '3']) await customerComes(dealer, id)
  const position = await priceAtAnImpossibleHour(dealer)
  await customerComes(dealer, '4')
  const { lines, logger } = logged()
  const projection = dealer.project({ logger })
  const told = `PriceRecorded .* of price-gold at position ${position}: `
  await vi.waitFor(() => expect(projection.status().failure).toMatch(new RegExp(told)), TIMEOUT)
  expect(projection.status().phase).not.toBe('live')
  expect(lines.join('\n')).toMatch(new RegExp(told))
  expect(await customers(dealer)).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }])
  expect(await dealer.positionShown()).toBe(position - 1n)
})

test('it goes on as soon as the event can be shown', async () => {
  const dealer = await dealerForThisTest()
  const projection = dealer.project()
  await dealer.untilShown()
  await dealer.rows('alter table read_model.customer add check (id <> $$poison$$)')
  await customerComes(dealer, 'poison')
  await customerComes(dealer, 'next')
  await vi.waitFor(() => expect(projection.status().failure).toContain('customer-poison'), TIMEOUT)
  await dealer.rows('alter table read_model.customer drop constraint customer_id_check')
  expect(await differences(dealer)).toEqual([])
  await vi.waitFor(() => expect(projection.status().phase).toBe('live'), TIMEOUT)
  expect(projection.status().failure).toBeUndefined()
})

test('an event that makes no sense after those before it is not passed over', async () => {
  const dealer = await dealerForThisTest()
  const projection = dealer.project()
  await dealer.write(expenseVoucherEvents, 'f', voucherFinalized())
  await vi.waitFor(() => expect(projection.status().failure).toContain('never drafted'), TIMEOUT)
})

test('an event that nobody could have written is not passed over', async () => {
  const dealer = await dealerForThisTest()
  const projection = dealer.project()
  await customerComes(dealer, '1')
  for await (const { stream, metadata } of dealer.eventStore.readLog(0n)) {
    const id = crypto.randomUUID()
    await dealer.append(stream, { id, type: 'CustomerRecorded', data: { odd: true }, metadata })
  }
  const told = /CustomerRecorded .* does not have its type's shape/
  await vi.waitFor(() => expect(projection.status().failure).toMatch(told), TIMEOUT)
  expect(await customers(dealer)).toEqual([{ id: '1' }])
})
