import { expect, test } from 'vitest'
import { query, TRANSACTIONS, transactionsIn } from '#test/support/banks.ts'
import { bankBooking } from '#test/support/little-bank.ts'
import { customerOfLittleBank, listed } from '#test/support/set-aside.ts'
import { systemForThisFile } from '#test/support/system.ts'

// What public reports about other importers name, in the form of our gateway.

const system = systemForThisFile()

/** The member at fault; null: it is recorded. */
const reports: readonly (readonly [report: string, changes: object, member: string | null])[] = [
  ['railslove/cmxl#34', { islTtr: '-104.12' }, 'islTtr'],
  ['wolph/mt940#130', { brcAlc: 'RC', islTtr: '204.88' }, 'brcAlc'],
  ['mschindler83/fints-hbci-php#111', { brcAlc: 'RD', islTtr: '5.00' }, 'brcAlc'],
  ['fruitl00p/php-mt940#14', { islTtr: 'R204.88' }, 'islTtr'],
  ['ccavanaugh/jgnash#53', { islTtr: 'R1,00' }, 'islTtr'],
  ['jheimbach/csvtomt940#12', { islTtr: '20' }, null],
  ['wolph/mt940#63 (comma)', { islTtr: '999999999999,99' }, 'islTtr'],
  ['wolph/mt940#63 (point)', { islTtr: '999999999999.99' }, null],
  ['wolph/mt940#63 (no digits)', { islTtr: '.00' }, 'islTtr'],
  ['actualbudget/actual#3086', { islGrckZaman: undefined }, 'islGrckZaman'],
  ['OCA/bank-statement-import#885', { islGrckZaman: '2025-12-01T13:47:43.673741+01:00' }, null],
  ['genkgo/camt#177', { islGrckZaman: '' }, 'islGrckZaman'],
  ['genkgo/camt#46', { islGrckZaman: '2017-03-07T16:43:41.386' }, 'islGrckZaman'],
  ['bacen/pix-perguntas-e-respostas#157', { islGrckZaman: '2020-08-07T00:00:00.000Z' }, null],
  ['firefly-iii/firefly-iii#8574', { islTtr: '0.00' }, null],
]

test('of one page with all of them the readable ones are recorded, and each other is named', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system)
  bank.book(...reports.map(([report, changes]) => bankBooking(report, changes)))
  await query(api)

  const shown = transactionsIn(await api.get(`${TRANSACTIONS}?pageSize=100`))
  const lines = await listed(system, companyId)
  const results = [
    ...shown.map(({ stamp }) => [stamp, null]),
    ...lines.map(({ stamp, faults }) => [stamp, faults.map(({ member }) => member).join()]),
  ]
  expect(results.toSorted()).toEqual(
    reports.map(([report, , member]) => [report, member]).toSorted(),
  )
})

test('actualbudget/actual#2495: a blank identifier loses no booking', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system)
  bank.book(bankBooking(' '), bankBooking('20240320-90950171'))
  expect((await query(api)).results[0]?.message).toContain('without a stamp (islNo)')
  expect(await listed(system, companyId)).toMatchObject([{ stamp: null, amount: '100' }])
})

test('otherworld-dev/Budget#276, firefly-iii#9098: two equal bookings are two', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system)
  const same = bankBooking('', { islNo: undefined })
  bank.book(bankBooking('1'), bankBooking('2'), same, same)
  await query(api)
  await query(api)
  expect(transactionsIn(await api.get(TRANSACTIONS))).toHaveLength(2)
  expect(await listed(system, companyId)).toHaveLength(2)
})

test('OCA/bank-statement-import#475, Gnomeshade#241: entries under one reference are named', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system)
  const fee = { brcAlc: 'B', islTtr: '4.50' }
  bank.book(bankBooking('20220628-11'), bankBooking('20220628-11', fee))
  expect((await query(api)).results).toMatchObject([{ status: 'failed' }])
  expect(await listed(system, companyId)).toMatchObject([{ reason: 'contradicts', amount: '4.5' }])
})

test('martinohansen/ynabber#75: a booking whose day changes later contradicts, and stays', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system)
  bank.book(bankBooking('1', { islGrckZaman: '2026-11-24T10:00:00+03:00' }))
  await query(api)
  bank.clear()
  bank.book(bankBooking('1', { islGrckZaman: '2026-11-25T10:00:00+03:00' }))
  expect((await query(api)).results).toMatchObject([{ status: 'failed' }])
  expect(transactionsIn(await api.get(TRANSACTIONS))).toMatchObject([
    { transactionDate: '2026-11-24T07:00:00.000Z' },
  ])
  expect(await listed(system, companyId)).toMatchObject([
    { faults: [{ member: 'islGrckZaman', rule: 'mismatch' }] },
  ])
})
