import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import {
  addAccount,
  query,
  TRANSACTIONS,
  transactionIn,
  transactionsIn,
} from '#test/support/banks.ts'
import { bankBooking, type WrittenBooking } from '#test/support/little-bank.ts'
import { customerOfLittleBank, eventsOf, listed, setAside } from '#test/support/set-aside.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile()

/** A company whose account waits for decisions about these. */
async function waitingFor(...bookings: readonly WrittenBooking[]) {
  const customer = await customerOfLittleBank(system)
  customer.bank.book(...bookings)
  await query(customer.api)
  const lines = await listed(system, customer.companyId)
  const decide = (...parameters: string[]) =>
    setAside(system, [...parameters, '--company', customer.companyId])
  return { ...customer, lines, decide }
}

const person = {
  krsMskKmlkNo: '39586528950',
  krsMskUnvan: 'Mehmet Şimşek',
  islAcklm: 'iade',
  gnclBky: '12.50',
}
const reversal = bankBooking('R-1', { islTtr: '-100.00', ...person })

test('a booking is recorded with what a person corrects and what the bank wrote', async () => {
  const { api, lines, decide, companyId, bankAccountId } = await waitingFor(reversal)
  const done = await decide('record', 'R-1', '--amount', '100.00', '--incoming', 'false')

  const [transaction] = transactionsIn(await api.get(TRANSACTIONS))
  expect(transaction).toMatchObject({
    stamp: 'R-1',
    incoming: false,
    amount: 100,
    currency: 'TRY',
    balance: 12.5,
    transactionDate: '2026-11-25T07:00:00.000Z',
    idNo: '39586528950',
    nameSurname: 'Mehmet Şimşek',
    description: 'iade',
    status: 0,
  })
  expect(done).toMatchObject({ exitCode: 0, said: '' })
  expect(JSON.parse(done.stdout)).toEqual({
    id: lines[0]?.id,
    companyId,
    accountId: bankAccountId,
    stamp: 'R-1',
    state: 'recorded',
    transactionId: transaction?.id,
  })
  expect(await query(api)).toMatchObject({ succeeded: 1, results: [{ message: null }] })
  expect(await listed(system, companyId)).toEqual([])
  expect(await listed(system, companyId, '--all')).toMatchObject([
    { state: 'recorded', transactionId: transaction?.id },
  ])
})

test('what is recorded or dismissed once stays so when the command is repeated', async () => {
  const { decide, lines, bankAccountId } = await waitingFor(
    reversal,
    bankBooking('D-1', { brcAlc: 'X' }),
  )
  const record = () => decide('record', 'R-1', '--amount', '100.00')
  const dismiss = (reason: string) => decide('dismiss', 'D-1', '--reason', reason)
  const first = [await record(), await dismiss('an advertisement')]
  const events = await eventsOf(system, bankAccountId, lines)

  expect(await record()).toEqual(first[0])
  expect(await dismiss('something else')).toEqual(first[1])
  expect(await eventsOf(system, bankAccountId, lines)).toEqual(events)
  expect(await decide('dismiss', 'R-1', '--reason', 'no')).toMatchObject({
    exitCode: 1,
    said: expect.stringMatching(
      /^Booking [0-9a-f]{24} was recorded as transaction [0-9a-f]{24} before\.$/,
    ),
  })
  expect(await decide('record', 'D-1', '--incoming', 'true')).toMatchObject({
    exitCode: 1,
    said: expect.stringMatching(/^Booking [0-9a-f]{24} was dismissed before\.$/),
  })
})

test('a dismissed booking is no transaction, and ends the failures of its account', async () => {
  const { api, bank, decide, companyId } = await waitingFor(reversal)
  const { stdout } = await decide('dismiss', 'R-1', '--reason', ' booked twice by the bank ')
  expect(JSON.parse(stdout)).toMatchObject({
    state: 'dismissed',
    dismissedFor: 'booked twice by the bank',
  })

  bank.book(reversal)
  expect(await query(api)).toMatchObject({ succeeded: 1, results: [{ message: null }] })
  expect(transactionsIn(await api.get(TRANSACTIONS))).toEqual([])
  expect(await listed(system, companyId, '--all')).toMatchObject([
    { state: 'dismissed', dismissedFor: 'booked twice by the bank' },
  ])
})

test('a booking that was dismissed becomes no transaction, although a table still shows it as open', async () => {
  const { api, lines, decide } = await waitingFor(reversal)
  await decide('dismiss', 'R-1', '--reason', 'booked by mistake')
  const pool = openPool(system.databases.projections, {
    logger: silentLogger,
    max: 1,
    name: 'test',
  })
  onTestFinished(() => pool.end())
  await pool.query(`update read_model.set_aside_booking set state = 'open' where id = $1`, [
    lines[0]?.id,
  ])

  expect(await decide('record', 'R-1', '--amount', '100.00', '--incoming', 'false')).toMatchObject({
    exitCode: 1,
    said: `Booking ${lines[0]?.id} was decided by somebody else just now.`,
  })

  expect(transactionsIn(await api.get(TRANSACTIONS))).toEqual([])
})

test('what the bank changes in a dismissed booking waits for a new decision', async () => {
  const { api, bank, decide, companyId } = await waitingFor(reversal)
  await decide('dismiss', 'R-1', '--reason', 'a test of the bank')
  bank.book({ ...reversal, islTtr: '-250000.00' })
  expect(await query(api)).toMatchObject({ failed: 1 })
  expect(await listed(system, companyId)).toMatchObject([{ stamp: 'R-1', state: 'open' }])
})

test('a booking without a stamp is named by its id, and gets a stamp', async () => {
  const { api, lines, decide } = await waitingFor({ ...bankBooking(''), islNo: 4711 })
  const id = lines[0]?.id ?? ''
  expect(await decide('record', id)).toMatchObject({ exitCode: 1, said: 'stamp: is required' })
  expect(await decide('record', id.toUpperCase(), '--stamp', 'bank-4711')).toMatchObject({
    exitCode: 0,
  })
  expect(transactionsIn(await api.get(TRANSACTIONS))).toMatchObject([
    { stamp: 'bank-4711', amount: 100 },
  ])
})

test('a contradiction is recorded under a stamp of its own alone', async () => {
  const { api, decide } = await waitingFor(bankBooking('1'), bankBooking('1', { islTtr: '7' }))
  const [first] = transactionsIn(await api.get(TRANSACTIONS))
  expect(await decide('record', '1')).toMatchObject({
    exitCode: 1,
    said: `Stamp 1 is transaction ${first?.id}, which differs (islTtr). Give the booking a stamp of its own with --stamp, or dismiss it.`,
  })
  expect(await decide('record', '1', '--stamp', '1b')).toMatchObject({ exitCode: 0 })
  const shown = transactionsIn(await api.get(TRANSACTIONS))
  expect(shown.map(({ stamp, amount }) => [stamp, amount]).toSorted()).toEqual([
    ['1', 100],
    ['1b', 7],
  ])
  expect(await query(api)).toMatchObject({ succeeded: 1 })
})

test('corrections may be one JSON object, of any fields, from standard input', async () => {
  const { api, companyId } = await waitingFor(bankBooking('J-1', { islTtr: 7, prBrm: '₺' }))
  const fields = {
    amount: '7.00001',
    currency: 'xau',
    nameSurname: 'Ayşe Işık',
    comment: 'şube',
    idNo: '10000000146',
  }
  const parameters = ['record', 'J-1', '--json', '-', '--company', companyId]
  expect(await setAside(system, parameters, JSON.stringify(fields))).toMatchObject({ exitCode: 0 })
  const [{ id } = { id: '' }] = transactionsIn(await api.get(TRANSACTIONS))
  expect(transactionIn(await api.get(`${TRANSACTIONS}/${id}`))).toMatchObject({
    ...fields,
    amount: 7.00001,
    currency: 'XAU',
  })
})

test.each<[readonly string[], string]>([
  [[], 'amount: is required'],
  [
    ['--amount', '-1'],
    'amount: must be an amount of at least 0 with at most 2 decimals, 5 of XAU, XAG, XPT and XPD',
  ],
  [
    ['--amount', '1.005'],
    'amount: must be an amount of at least 0 with at most 2 decimals, 5 of XAU, XAG, XPT and XPD',
  ],
  [['--amount', '1', '--incoming', 'yes'], 'incoming: must be true or false'],
  [
    ['--amount', '1', '--transaction-date', '2026-11-25T10:00:00'],
    'transactionDate: must be a date with its time and zone, as 2026-11-20T09:30:00Z',
  ],
  [
    ['--json', '{"amount":"1","amount":"2"}'],
    '--json must be one JSON object, with every key once.',
  ],
  [['--json', '[]'], '--json must be one JSON object, with every key once.'],
  [
    ['--json', '{"amount":"1","accountId":"65a1b2c3d4e5f6a7b8c9d0e2"}'],
    'accountId: cannot be given, because it follows from the booking',
  ],
  [['--json', '{"amount":"1","color":"red"}'], 'color: is not a field of bankTransaction'],
  [['--account', '12'], '--account must have 24 hexadecimal digits.'],
])('record %j is refused: %s', async (parameters, said) => {
  const { decide, companyId } = await waitingForOne()
  expect(await decide('record', 'odd', ...parameters)).toEqual({ exitCode: 1, stdout: '', said })
  expect(await listed(system, companyId)).toMatchObject([{ state: 'open' }])
})

test.each([
  [['dismiss', 'odd', '--reason', ' '], '--reason must have 1 to 500 characters.'],
  [['dismiss', 'nothing', '--reason', 'why'], 'No booking nothing is set aside.'],
  [['record', 'nothing'], 'No booking nothing is set aside.'],
])('%j is refused: %s', async (parameters, said) => {
  const { decide } = await waitingForOne()
  expect(await decide(...parameters)).toEqual({ exitCode: 1, stdout: '', said })
})

let one: ReturnType<typeof waitingFor> | undefined
const waitingForOne = () => {
  one ??= waitingFor(bankBooking('odd', { islTtr: '' }))
  return one
}

test('a stamp that several bookings have is named by company, account or id', async () => {
  const { api, bank, companyId, lines, bankAccountId, ...customer } = await waitingFor(reversal)
  const second = await addAccount(customer)
  bank.clear()
  bank.bookFor(second.accountRef, { ...reversal, islTtr: '-7' })
  await query(api)
  const stranger = await waitingFor(reversal)

  const all = await setAside(system, ['dismiss', 'R-1', '--reason', 'why'])
  expect(all.said).toContain('R-1 names several bookings.')
  for (const { id } of [...lines, ...stranger.lines]) expect(all.said).toContain(id)
  const own = await setAside(system, ['dismiss', 'R-1', '--reason', 'why', '--company', companyId])
  expect(own).toMatchObject({ exitCode: 1 })
  const parameters = ['dismiss', 'R-1', '--reason', 'why', '--account', bankAccountId]
  expect(await setAside(system, parameters)).toMatchObject({ exitCode: 0 })
  expect(await listed(system, companyId)).toMatchObject([{ accountId: second.bankAccountId }])
  expect(await listed(system, stranger.companyId)).toMatchObject([{ state: 'open' }])
})
