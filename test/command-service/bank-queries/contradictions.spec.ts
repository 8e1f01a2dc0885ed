import { expect, test } from 'vitest'
import { query, stampsIn, TRANSACTIONS, transactionsIn } from '#test/support/banks.ts'
import { bankBooking } from '#test/support/little-bank.ts'
import { customerOfLittleBank, eventsOf, listed } from '#test/support/set-aside.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

const said = (stamp: string, members: string) =>
  `1 booking set aside waits for a person’s decision: ${stamp} (contradicts: ${members}).`

test('a stamp that a page has twice is recorded as it came first, and the other is named', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system)
  const second = bankBooking('1', { islTtr: '250000.00', krsMskUnvan: 'Başka Kişi' })
  bank.book(bankBooking('1'), second, bankBooking('2'))

  const { results } = await query(api)
  expect(results).toMatchObject([{ status: 'failed', message: said('1', 'islTtr') }])
  const shown = transactionsIn(await api.get(TRANSACTIONS))
  expect(shown.map(({ stamp, amount }) => [stamp, amount]).toSorted()).toEqual([
    ['1', 100],
    ['2', 100],
  ])
  expect(await listed(system, companyId)).toMatchObject([
    {
      stamp: '1',
      reason: 'contradicts',
      faults: [{ member: 'islTtr', rule: 'mismatch' }],
      amount: '250000',
      booking: { text: JSON.stringify(second) },
    },
  ])
})

test('a bank that numbers its day again later loses no money silently', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system, 2)
  const booked = (stamp: string, islTtr: string, krsMskUnvan: string) =>
    bankBooking(stamp, { islTtr, krsMskUnvan })
  bank.book(booked('D-1', '10.00', 'Ali'), booked('D-2', '20.00', 'Veli'))
  expect(await query(api)).toMatchObject({ succeeded: 1 })
  bank.clear()
  bank.book(
    booked('D-1', '7.00', 'Yeni'),
    booked('D-2', '10.00', 'Ali'),
    booked('D-3', '20.00', 'Veli'),
  )

  const { results } = await query(api)
  expect(results).toMatchObject([
    {
      status: 'failed',
      message:
        '2 bookings set aside wait for a person’s decision: D-1 (contradicts: islTtr), D-2 (contradicts: islTtr).',
    },
  ])
  expect((await stampsIn(api)).toSorted()).toEqual(['D-1', 'D-2', 'D-3'])
  const lines = await listed(system, companyId)
  expect(lines.map(({ stamp, amount }) => [stamp, amount]).toSorted()).toEqual([
    ['D-1', '7'],
    ['D-2', '10'],
  ])
})

test.each([
  ['another direction', 'brcAlc', { brcAlc: 'B' }],
  ['another currency', 'prBrm', { prBrm: 'USD' }],
  [
    'another day in the company’s time zone',
    'islGrckZaman',
    { islGrckZaman: '2026-11-24T23:00:00+03:00' },
  ],
  [
    'nothing in common',
    'islTtr, prBrm, brcAlc, islGrckZaman',
    { islTtr: '1', prBrm: 'USD', brcAlc: 'B', islGrckZaman: '2026-11-26T10:00:00Z' },
  ],
])('a stamp with %s contradicts', async (_, members, changes) => {
  const { api, bank } = await customerOfLittleBank(system)
  bank.book(bankBooking('1'))
  await query(api)
  bank.book(bankBooking('1', changes))
  expect((await query(api)).results).toMatchObject([{ message: said('1', members) }])
})

test('the same booking in other words is the same booking', async () => {
  const { api, bank } = await customerOfLittleBank(system)
  bank.book(bankBooking('1', { islTtr: '100.5' }))
  await query(api)
  const another = { islTtr: '0100.50000', islGrckZaman: '2026-11-24T21:30:00Z', prBrm: 'try' }
  bank.book(bankBooking(' 1 ', { ...another, islAcklm: 'açıklama', gnclBky: '7' }))
  expect((await query(api)).results).toMatchObject([{ status: 'success', message: null }])
})

test('a contradiction is one event, however often and in whatever words the bank repeats it', async () => {
  const { api, bank, companyId, bankAccountId } = await customerOfLittleBank(system)
  const other = bankBooking('1', { islTtr: '7.00' })
  bank.book(bankBooking('1'), other, other, bankBooking('1', { islTtr: '7', islAcklm: 'yine' }))
  await query(api)
  bank.clear()
  bank.book(bankBooking('1', { islTtr: '7.0', islGrckZaman: '2026-11-25T11:11:11+03:00' }))
  await query(api)

  const lines = await listed(system, companyId)
  expect(lines).toHaveLength(1)
  expect(await eventsOf(system, bankAccountId, lines)).toEqual(['BookingSetAside', 'BookingKept'])
})

test('what the back office imported counts as recorded, also under an id of its own', async () => {
  const { api, bank, bankAccountId: accountId, ...customer } = await customerOfLittleBank(system)
  const line = {
    accountId,
    stamp: '1',
    incoming: true,
    transactionDate: '2026-11-25T00:00:00Z',
    amount: '99.00',
    currency: 'try',
    id: recordId(),
  }
  await customer.import({ kind: 'bankTransaction', data: line })
  bank.book(bankBooking('1'))
  expect((await query(api)).results).toMatchObject([{ message: said('1', 'islTtr') }])
})

test('the bank may go on saying what the back office has corrected, and what it has made of it', async () => {
  const { api, bank, bankAccountId: accountId, ...customer } = await customerOfLittleBank(system)
  bank.book(bankBooking('1'))
  await query(api)
  const data = {
    accountId,
    stamp: '1',
    incoming: true,
    transactionDate: '2026-11-25T07:00:00Z',
    amount: '120.00',
    currency: 'TRY',
  }
  await customer.import({ kind: 'bankTransaction', data })
  bank.book(bankBooking('1', { islTtr: '120.00' }))
  expect((await query(api)).results).toMatchObject([{ status: 'success', message: null }])
  bank.book(bankBooking('1', { islTtr: '130.00' }))
  expect((await query(api)).results).toMatchObject([{ message: said('1', 'islTtr') }])
})
