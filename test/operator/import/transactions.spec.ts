import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { type Dealer, newDealer, newId } from '#test/support/import-lines.ts'
import { dataIn, importing, systemForThisFile } from '#test/support/operator.ts'
import { recordEvents } from '#test/support/stored-events.ts'

const system = systemForThisFile()

const derivedId = ({ companyId, accountId }: Dealer, stamp: string) =>
  createHash('sha256').update(`${companyId}|${accountId}|${stamp}`).digest('hex').slice(0, 24)

async function assignStamp(dealer: Dealer, stamp: string, transactionId: string) {
  const { companyId, accountId } = dealer
  const stream = `bankTransaction-${derivedId(dealer, stamp)}`
  await recordEvents(system(), {
    family: bankTransactionEvents,
    events: [{ type: 'StampAssigned', data: { companyId, accountId, transactionId } }],
    stream,
    companyId,
  })
}

test('a transaction without an id is known by its stamp', async () => {
  const dealer = newDealer()
  await importing(system(), [dealer.company(), dealer.bankAccount(), dealer.bankTransaction()])
  const id = derivedId(dealer, 'G-0001')
  expect(await dataIn(system(), `bankTransaction-${id}`)).toMatchObject([{ transactionId: id }])
  const again = [dealer.bankTransaction({ id }), dealer.bankTransaction({ status: 2 })]
  expect(await importing(system(), again)).toEqual({ imported: 1, unchanged: 1 })
})

test('a transaction with an id of its own holds its stamp', async () => {
  const dealer = newDealer()
  const [mine, other] = [newId(), newId()]
  const lines = [dealer.company(), dealer.bankAccount(), dealer.bankTransaction({ id: mine })]
  expect(await importing(system(), lines)).toEqual({ imported: 3, unchanged: 0 })
  expect(await importing(system(), lines)).toEqual({ imported: 0, unchanged: 3 })
  expect(await dataIn(system(), `bankTransaction-${derivedId(dealer, 'G-0001')}`)).toEqual([
    { companyId: dealer.companyId, accountId: dealer.accountId, transactionId: mine },
  ])
  const taken = [
    dealer.bankTransaction({ id: other }),
    dealer.bankTransaction({ stamp: 'G-0002', id: other }),
  ]
  expect(await importing(system(), taken)).toEqual({
    faults: [`line 1: stamp: is given to ${mine}`],
  })
  expect(await importing(system(), [dealer.bankTransaction()])).toEqual({
    faults: [`line 1: stamp: is given to ${mine}`],
  })
  expect(
    await importing(system(), [dealer.bankTransaction({ id: mine, stamp: 'G-0003' })]),
  ).toMatchObject({
    imported: 1,
  })
})

test('one stamp for two transactions of a file is a fault of the second', async () => {
  const dealer = newDealer()
  const id = newId()
  const lines = [
    dealer.company(),
    dealer.bankAccount(),
    dealer.bankTransaction({ id }),
    dealer.bankTransaction(),
  ]
  expect(await importing(system(), lines)).toEqual({
    faults: [`line 4: stamp: is given to ${id} on a line before this one`],
  })
})

test('an import interrupted between a stamp and its transaction is completed by the next one', async () => {
  const dealer = newDealer()
  const id = newId()
  await importing(system(), [dealer.company(), dealer.bankAccount()])
  await assignStamp(dealer, 'G-0001', id)
  const completed = await importing(system(), [dealer.bankTransaction({ id })])
  expect(completed).toEqual({ imported: 1, unchanged: 0 })
})

test.each([
  ['amount', { amount: '250000.00' }],
  ['currency', { currency: 'USD' }],
  ['direction', { incoming: false }],
  ['day', { transactionDate: '2026-11-18T08:00:00Z' }],
])('two lines of one stamp with another %s are a fault of the second', async (_fact, other) => {
  const dealer = newDealer()
  const lines = [
    dealer.company(),
    dealer.bankAccount(),
    dealer.bankTransaction(),
    dealer.bankTransaction({ stamp: 'G-0002' }),
    dealer.bankTransaction(other),
  ]
  expect(await importing(system(), lines)).toEqual({
    faults: [
      'line 5: stamp: has another amount, currency, direction or day on a line before this one',
    ],
  })
})

test('two lines that say the same of a stamp in other words are no fault', async () => {
  const dealer = newDealer()
  const lines = [
    dealer.company(),
    dealer.bankAccount(),
    dealer.bankTransaction(),
    dealer.bankTransaction({ amount: 1250, currency: 'try', description: 'Havale' }),
    dealer.bankTransaction({ transactionDate: '2026-11-19T11:00:00+03:00', status: 1 }),
  ]
  expect(await importing(system(), lines)).toMatchObject({ imported: 5 })
})
