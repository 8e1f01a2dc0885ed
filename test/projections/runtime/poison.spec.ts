import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { dealerForThisFile, dealerForThisTest } from '../dealer.ts'
import { customerRecorded, person, voucherDrafted, voucherFinalized } from '../samples.ts'

const shared = dealerForThisFile()

/** Two companies that no other test uses. */
const companies = () => [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')] as const

/** Ids are unique in the whole log. */
const idIn = (companyId: string, name: string) => `${companyId}.${name}`

function customerComes(companyId: string, name: string, dealer = shared.now, given = {}) {
  const customerId = idIn(companyId, name)
  const recorded = customerRecorded({ companyId, customerId, ...given })
  return dealer.write(customerEvents, customerId, recorded, { companyId })
}

async function customersOf(companyId: string) {
  const rows = await shared.now.rows<{ id: string }>(
    'select id from read_model.customer where company_id = $1 order by updated_at',
    [companyId],
  )
  return rows.map(({ id }) => id.slice(id.indexOf('.') + 1))
}

async function parkedOf(companyId: string | null, dealer = shared.now) {
  await dealer.untilShown()
  return (await dealer.parked()).filter(({ company }) => company === companyId)
}

/** The table refuses this customer as long as the rule holds; gives what lifts it. */
async function refuse(companyId: string, name: string, dealer = shared.now) {
  const rule = `odd_${name}`
  await dealer.rows(`alter table read_model.customer
    add constraint ${rule} check (id <> '${idIn(companyId, name)}') not valid`)
  return () => dealer.rows(`alter table read_model.customer drop constraint ${rule}`)
}

test('an event that the tables refuse parks its company, and others continue', async () => {
  const [company, other] = companies()
  await customerComes(company, '1')
  // Written well, but no clock knows this hour.
  await customerComes(company, 'odd', shared.now, { lastDate: '2026-11-20T99:99:99Z' })
  await customerComes(company, '2')
  await customerComes(other, '3')
  await customerComes(company, '4')
  const parked = {
    company,
    stream: `customer-${idIn(company, 'odd')}`,
    revision: '0',
    type: 'CustomerRecorded',
    error: 'RangeError: Invalid time value',
    waiting: 3,
  }
  expect(await parkedOf(company)).toEqual([parked])
  expect([await customersOf(company), await customersOf(other)]).toEqual([['1'], ['3']])
})

test('parked events are projected in log order, up to the first that still fails', async () => {
  const dealer = await dealerForThisTest()
  dealer.project()
  await dealer.untilShown()
  const [company, other] = companies()
  const [acceptOne, acceptTwo] = [
    await refuse(company, 'one', dealer),
    await refuse(company, 'two', dealer),
  ]
  for (const name of ['a', 'one', 'b', 'two', 'c']) await customerComes(company, name, dealer)
  await customerComes(other, 'd', dealer)
  const stream = `customer-${idIn(company, 'one')}`
  expect(await parkedOf(company, dealer)).toMatchObject([{ stream, waiting: 4 }])
  await acceptOne()
  expect(await dealer.retry()).toMatchObject([
    {
      stream: `customer-${idIn(company, 'two')}`,
      error: 'PostgreSQL 23514: new row for relation, table customer, constraint odd_two',
      waiting: 2,
    },
  ])
  await customerComes(company, 'e', dealer)
  expect(await parkedOf(company, dealer)).toMatchObject([{ waiting: 3 }])
  await acceptTwo()
  expect(await dealer.retry(company)).toEqual([])
  expect(await differences(dealer)).toEqual([])
})

test('a projection retries parked events at its start', async () => {
  const dealer = await dealerForThisTest()
  const projection = dealer.project()
  await dealer.untilShown()
  const [company] = companies()
  const accept = await refuse(company, 'poison', dealer)
  await customerComes(company, 'poison', dealer)
  // More than are taken up again at once.
  const later = Array.from({ length: 600 }, (_, index) => `${index}`)
  await Promise.all(later.map((name) => customerComes(company, name, dealer)))
  expect(await parkedOf(company, dealer)).toMatchObject([{ waiting: 601 }])
  await projection.close()
  await accept()
  const next = dealer.project()
  expect(await dealer.retry()).toEqual([])
  await expect.poll(() => next.status().parked).toEqual([])
  expect(await differences(dealer)).toEqual([])
})

test('an event that contradicts earlier ones parks its company', async () => {
  const [company, other] = companies()
  const when = { companyId: company }
  const [voucherId, otherId] = [idIn(company, 'f'), idIn(company, 'g')]
  await shared.now.write(expenseVoucherEvents, voucherId, voucherFinalized({ voucherId }), when)
  await shared.now.write(
    expenseVoucherEvents,
    otherId,
    voucherDrafted({ voucherId: otherId }),
    when,
  )
  await customerComes(other, '1')
  const error = expect.stringContaining('never drafted')
  const stream = `expenseVoucher-${voucherId}`
  expect(await parkedOf(company)).toMatchObject([{ stream, error, waiting: 2 }])
  expect(await customersOf(other)).toEqual(['1'])
})

test('an event that is malformed, of a later version or cannot be decrypted parks its company', async () => {
  const [odd, late] = companies()
  const [strange] = companies()
  for (const company of [odd, late, strange]) {
    await customerComes(company, '1')
    const stream = `customer-${idIn(company, '1')}`
    const [written] = await shared.now.eventStore.readStream(stream, { maxCount: 1 })
    const { type = '', data = {}, metadata = {} } = written ?? {}
    await shared.now.append(stream, {
      id: randomUUID(),
      type,
      data: company === odd ? { odd: true } : data,
      metadata: company === late ? { ...metadata, version: 99 } : metadata,
    })
  }
  const malformed =
    'MalformedEvent: an event customer.CustomerRecorded does not match the schema of its type: '
  expect(await parkedOf(odd)).toMatchObject([
    {
      revision: '1',
      error: expect.stringContaining(`${malformed}data.companyId, data.customerId, `),
    },
  ])
  expect(await parkedOf(late)).toMatchObject([
    { revision: '1', error: `${malformed}version 99 is a later one` },
  ])
  // A sealed value that was moved to another event cannot be opened.
  expect(await parkedOf(strange)).toMatchObject([
    { revision: '1', error: expect.stringContaining('unable to authenticate') },
  ])
  for (const company of [odd, late, strange]) expect(await customersOf(company)).toEqual(['1'])
})

test('the error of a refused value does not contain the value', async () => {
  const [company] = companies()
  await shared.now.rows(`alter table read_model.customer
    add constraint nobody check (company_id <> '${company}' or name_surname = '') not valid`)
  await customerComes(company, '1')
  expect(await parkedOf(company)).toMatchObject([
    { error: expect.stringContaining('constraint nobody') },
  ])
  const rows = JSON.stringify(await shared.now.rows('select * from read_model.parked_event'))
  for (const word of [person.nameSurname, person.idNo]) expect(rows).not.toContain(word)
})

test('an event without a readable company parks no other company', async () => {
  const [company] = companies()
  const foreign = { type: 'CustomerRecorded', data: {}, metadata: {} }
  await shared.now.append('customer-x', { id: randomUUID(), ...foreign })
  await customerComes(company, '1')
  expect(await parkedOf(null)).toMatchObject([{ stream: 'customer-x', waiting: 1 }])
  expect(await customersOf(company)).toEqual(['1'])
})

test('an event of an unknown type is skipped', async () => {
  const [company] = companies()
  await customerComes(company, '1')
  const stream = `customer-${idIn(company, '1')}`
  await shared.now.append(stream, { id: randomUUID(), type: 'Renamed', data: {}, metadata: {} })
  await customerComes(company, '2')
  expect(await parkedOf(company)).toEqual([])
  expect(await customersOf(company)).toEqual(['1', '2'])
})

test('a retry is not lost that is asked for before the process knows what it has parked', async () => {
  const dealer = await dealerForThisTest()
  dealer.project()
  await dealer.untilShown()
  // The request arrives together with the answer to the statement that parks.
  await dealer.rows(
    `create table public.retried ();
     create function public.ask() returns trigger language plpgsql as
       $$ begin perform pg_notify('read_model_retry', ''); return null; end $$;
     create function public.note() returns trigger language plpgsql security definer as
       $$ begin insert into public.retried default values; return null; end $$;
     create trigger ask after insert on read_model.parked_event
       for each row execute function public.ask();
     create trigger note after update on read_model.parked_event
       for each row execute function public.note()`,
  )
  const [company] = companies()
  await refuse(company, 'odd', dealer)
  await customerComes(company, 'odd', dealer)
  const retried = () => dealer.rows('table public.retried')
  await expect.poll(retried, { timeout: 5_000 }).toHaveLength(1)
})
