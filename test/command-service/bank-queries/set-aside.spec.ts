import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  accountIn,
  addAccount,
  query,
  stampsIn,
  TRANSACTIONS,
  transactionsIn,
} from '#test/support/banks.ts'
import { bankBooking } from '#test/support/little-bank.ts'
import { customerOfLittleBank, eventsOf, listed } from '#test/support/set-aside.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile()

const reversal = bankBooking('reversal', { islTtr: '-100.00' })
const WAITS = '1 booking set aside waits for a person’s decision:'

test('one booking that cannot be read is set aside by name, and all others are recorded', async () => {
  const customer = await customerOfLittleBank(system)
  const { api, bank, companyId, bankAccountId: accountId } = customer
  bank.book(bankBooking('before'), reversal, bankBooking('behind'))
  const { results, ...counts } = await query(api)

  expect(counts).toMatchObject({ total: 1, triggered: 1, succeeded: 0, failed: 1 })
  expect(results).toMatchObject([
    { accountId, status: 'failed', message: `${WAITS} reversal (islTtr).` },
  ])
  expect((await stampsIn(api)).toSorted()).toEqual(['before', 'behind'])
  expect(await listed(system, companyId)).toMatchObject([
    {
      companyId,
      accountId,
      stamp: 'reversal',
      reason: 'unreadable',
      faults: [{ member: 'islTtr', rule: 'pattern' }],
      incoming: true,
      transactionDate: '2026-11-25T07:00:00.000Z',
      amount: null,
      currency: 'TRY',
      state: 'open',
      booking: { text: JSON.stringify(reversal), encoding: 'utf-8', isCut: false },
    },
  ])
  // The period that was asked for is over; the next query goes on from there.
  expect(accountIn(await api.get(`${ACCOUNTS}/${accountId}`)).lastQueriedAt).not.toBeNull()
})

test('the account fails until a person decides, and what the bank repeats is not set aside again', async () => {
  const { api, bank, companyId, bankAccountId } = await customerOfLittleBank(system)
  bank.book(reversal, '{"islTtr":"1.00"}', '{"islTtr":"1.00"}')
  const [first] = (await query(api)).results
  const lines = await listed(system, companyId)
  expect(lines).toHaveLength(3)
  const events = await eventsOf(system, bankAccountId, lines)

  // The same with a new description, and in another order.
  bank.clear()
  bank.book('{"islTtr":"1.00"}', { ...reversal, islAcklm: 'iade' }, '{ "islTtr": "1.00" }')
  bank.book(bankBooking('later'))
  expect((await query(api)).results).toEqual([first])
  bank.clear()
  expect((await query(api)).results).toEqual([first])

  expect(await listed(system, companyId)).toEqual(lines)
  expect(await eventsOf(system, bankAccountId, lines)).toEqual(events)
  expect(await stampsIn(api)).toEqual(['later'])
})

test('a message names the oldest, and says how many more there are', async () => {
  const { api, bank } = await customerOfLittleBank(system)
  const stamps = Array.from({ length: 12 }, (_, index) => `S${index}`)
  bank.book(...stamps.map((stamp) => bankBooking(stamp, { islTtr: '-1' })))
  bank.book(bankBooking('x'.repeat(200), { islTtr: '-1' }))
  const names = stamps.slice(0, 10).map((stamp) => `${stamp} (islTtr)`)
  const said = `13 bookings set aside wait for a person’s decision: ${names.join(', ')} and 3 more.`
  expect((await query(api)).results).toMatchObject([{ message: said }])
})

test('a bank that fails on a later page does not hide what was set aside', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system, 1)
  bank.book(reversal)
  bank.breakOff()
  expect((await query(api)).results).toMatchObject([
    {
      status: 'failed',
      message: `The bank’s answer could not be read. ${WAITS} reversal (islTtr).`,
    },
  ])
  expect(await listed(system, companyId)).toHaveLength(1)
})

test('a booking that the bank sends readably later is recorded, and waits no more', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system)
  bank.book(bankBooking('odd', { islGrckZaman: '2026-11-25T10:00:00' }))
  expect((await query(api)).results).toMatchObject([{ status: 'failed' }])
  bank.clear()
  bank.book(bankBooking('odd'))

  expect((await query(api)).results).toMatchObject([{ status: 'success', message: null }])
  const [transaction] = transactionsIn(await api.get(TRANSACTIONS))
  expect(transaction).toMatchObject({ stamp: 'odd', amount: 100 })
  expect(await listed(system, companyId)).toEqual([])
  expect(await listed(system, companyId, '--all')).toMatchObject([
    { state: 'recorded', transactionId: transaction?.id },
  ])
})

test.each([
  ['the unreadable one comes beside it', [reversal, bankBooking('reversal')]],
  ['it says another direction', [bankBooking('reversal', { brcAlc: 'B' })]],
  ['it says another day', [bankBooking('reversal', { islGrckZaman: '2026-11-26T10:00:00Z' })]],
])('a readable booking of that stamp is another one where %s', async (_, bookings) => {
  const { api, bank, companyId } = await customerOfLittleBank(system)
  bank.book(reversal)
  await query(api)
  bank.clear()
  bank.book(...bookings)

  expect((await query(api)).results).toMatchObject([
    { status: 'failed', message: `${WAITS} reversal (islTtr).` },
  ])
  expect(await stampsIn(api)).toEqual(['reversal'])
  expect(await listed(system, companyId)).toMatchObject([{ stamp: 'reversal', state: 'open' }])
})

test('another company’s account, and another account of the same one, wait for nothing', async () => {
  const one = await customerOfLittleBank(system)
  const other = await customerOfLittleBank(system)
  const second = await addAccount(other)
  one.bank.book(reversal)
  other.bank.bookFor(second.accountRef, bankBooking('fine'), reversal)
  await query(one.api)

  const { results } = await query(other.api)
  expect(results.map(({ status }) => status)).toEqual(['success', 'failed'])
  expect(await listed(system, one.companyId)).toMatchObject([{ accountId: one.bankAccountId }])
  const [line] = await listed(system, other.companyId)
  expect(line).toMatchObject({ accountId: second.bankAccountId })
  expect(await listed(system, one.companyId, '--account', second.bankAccountId)).toEqual([])
})

test('queries at the same time set a booking aside once', async () => {
  const { api, bank, companyId, bankAccountId } = await customerOfLittleBank(system)
  bank.book(reversal, 'null', bankBooking('fine'))
  await Promise.all([query(api), query(api), query(api)])

  const lines = await listed(system, companyId)
  expect(lines).toHaveLength(2)
  const types = await eventsOf(system, bankAccountId, lines)
  expect(types.filter((type) => type === 'BookingSetAside')).toHaveLength(2)
  expect(types.filter((type) => type === 'BookingKept')).toHaveLength(2)
})

test('what is valid by the standard is recorded: nothing as ignored, and metal to five decimals', async () => {
  const { api, bank } = await customerOfLittleBank(system)
  bank.book(
    bankBooking('nothing', { islTtr: '0.00' }),
    bankBooking('gold', { islTtr: '12.34567', prBrm: 'XAU', gnclBky: '1000.00001' }),
    bankBooking('zeros', { islTtr: '100.00000', gnclBky: '1000.001', dvzKur: '0' }),
    bankBooking('blank', { gnclBky: '', krsMskKmlkNo: 39_586_528_950, krsMskUnvan: ['Ali'] }),
  )
  expect((await query(api)).results).toMatchObject([{ status: 'success', message: null }])
  const shown = transactionsIn(await api.get(TRANSACTIONS))
  expect(Object.fromEntries(shown.map((each) => [each.stamp, each]))).toMatchObject({
    nothing: { amount: 0, status: 2 },
    gold: { amount: 12.34567, currency: 'XAU', balance: 1000.00001, status: 0 },
    zeros: { amount: 100, balance: null, exchangeRate: null },
    blank: { balance: null, idNo: null, nameSurname: null },
  })
})

test('a stamp may be any text', async () => {
  const { api, bank } = await customerOfLittleBank(system)
  const stamps = [
    '😀'.repeat(250),
    'İ'.repeat(500),
    `'; drop table "x" --`,
    '\u202Eabc',
    'a/../b?c#d',
  ]
  bank.book(...stamps.map((stamp) => bankBooking(stamp)))
  expect((await query(api)).results).toMatchObject([{ status: 'success' }])
  expect((await stampsIn(api)).toSorted()).toEqual(stamps.toSorted())
})
