import { once } from 'node:events'
import { expect, test } from 'vitest'
import { type Dealer, ndjson, newDealer, newId } from '#test/support/import-lines.ts'
import {
  fileForThisTest,
  importing,
  recordedFor,
  systemForThisFile,
} from '#test/support/operator.ts'
import { operatorProcess, startOperator, variablesOf } from '../command-line.ts'
import { servicesForThisFile } from '../services.ts'

const TRANSACTIONS = 20_000

const system = systemForThisFile()
servicesForThisFile(system)

const transactionsOf = (dealer: Dealer, count: number) =>
  Array.from({ length: count }, (_, index) =>
    dealer.bankTransaction({
      stamp: `S-${index}`,
      idNo: `${10_000_000_000 + (index % 5_000)}`,
      nameSurname: 'Ayşe Yılmaz',
      description: 'Hurda altın alımı',
      ...(index % 10 === 0 ? { id: newId() } : {}),
    }),
  )

const dealer = newDealer()
const lines = [dealer.company(), dealer.bankAccount(), ...transactionsOf(dealer, TRANSACTIONS)]

const importedFile = async () =>
  operatorProcess(['import', await fileForThisTest(ndjson(lines))], variablesOf(system()))

test('20 000 transactions are imported and shown', async () => {
  const { stdout } = await importedFile()
  expect(stdout).toBe(`{"imported":${TRANSACTIONS + 2},"unchanged":0}\n`)
  const { rows } = await system().pool.query(
    'select count(*)::int from read_model.bank_transaction where company_id = $1',
    [dealer.companyId],
  )
  expect(rows).toEqual([{ count: TRANSACTIONS }])
})

test('20 000 transactions that are known already change nothing', async () => {
  const { stdout } = await importedFile()
  expect(stdout).toBe(`{"imported":0,"unchanged":${TRANSACTIONS + 2}}\n`)
})

test('a killed import is completed by the next one, without duplicates', async () => {
  const other = newDealer()
  const known = [other.company(), other.bankAccount()]
  await importing(system(), known)
  const transactions = transactionsOf(other, 5_000)
  const child = startOperator(
    ['import', await fileForThisTest(ndjson(transactions))],
    variablesOf(system()),
  )
  const ended = once(child, 'exit')
  const before = await system().eventStore.headOfLog()
  const written = async () => {
    let events = 0
    for await (const _ of system().eventStore.readLog(before)) events += 1
    return events > 200
  }
  await expect.poll(written, { timeout: 60_000, interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  const standing = new Set((await transactionStreams(other)).map(({ stream }) => stream))
  expect(standing.size).toBeLessThan(5_000)
  const again = await importing(system(), transactions)
  // What the killed one had sent may have been written after the look at it.
  const unchanged = 'unchanged' in again ? again.unchanged : 0
  expect(unchanged).toBeGreaterThanOrEqual(standing.size)
  expect(again).toEqual({ imported: 5_000 - unchanged, unchanged })
  const events = await transactionStreams(other)
  expect(events).toHaveLength(5_000)
  expect(new Set(events.map(({ stream }) => stream)).size).toBe(5_000)
})

const transactionStreams = async ({ companyId }: Dealer) =>
  (await recordedFor(system(), companyId)).filter(
    ({ event }) => event.type === 'BankTransactionRecorded',
  )
