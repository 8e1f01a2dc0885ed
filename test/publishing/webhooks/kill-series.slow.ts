import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { freePort } from '#stack/free-port.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { customerRecorded, transactionRecorded, voucherDrafted } from '#test/projections/samples.ts'
import { endpointOf, OTHER_ENDPOINT, untilNothingWaits } from './endpoints.ts'
import { type Answering, accepting, type Received, receiverForThisTest } from './receiver.ts'

const KILLS = 30
const RECORDS_OF_A_NOUN = 6
const MOST_CALLS_OF_A_LIFE = 30
const LONGEST_PAUSE_OF_WRITER_MS = 40

/** Fails now and then, in every way; most calls are accepted, or nothing would come on. Silence costs 15 s each time. */
const unreliable: Answering = (received, response) => {
  const luck = Math.random()
  if (luck < 0.02) response.writeHead(500).end()
  else if (luck < 0.04) response.socket?.destroy()
  else if (luck < 0.045) setTimeout(() => accepting(received, response), 16_000)
  else if (luck < 0.05) response.writeHead(200).write('and then nothing')
  else setTimeout(() => accepting(received, response), Math.random() * 20)
}

test('every event arrives, in order for each record, however often the process is killed', async () => {
  const dealer = await dealerForThisTest()
  const all = await receiverForThisTest(unreliable)
  const some = await receiverForThisTest(unreliable)
  await endpointOf(dealer)({ url: all.url })
  await endpointOf(dealer)({
    url: some.url,
    id: OTHER_ENDPOINT,
    eventTypes: ['sarraf.customer.*', 'sarraf.bank-transaction.BankTransactionRecorded.v1'],
  })
  const writer = startWriter(dealer)

  for (let kill = 0; kill < KILLS; kill++) {
    const calls = () => all.received.length + some.received.length
    const enough = calls() + Math.ceil(Math.random() * MOST_CALLS_OF_A_LIFE)
    const child = deliver(dealer, await freePort())
    const called = () => expect(calls()).toBeGreaterThanOrEqual(enough)
    await vi.waitFor(called, { timeout: 120_000, interval: 5 })
    await pause(Math.random() * 30)
    await killed(child)
  }
  const written = await writer.stop()
  for (const receiver of [all, some]) receiver.answerWith(accepting)
  deliver(dealer, await freePort())
  await untilNothingWaits(dealer, { timeout: 120_000, interval: 100 })

  expect(written.size).toBe(3 * RECORDS_OF_A_NOUN)
  expectInOrder(all.received, written)
  const wanted = [...written].filter(([record]) => !isVoucher(record))
  expectInOrder(some.received, new Map(wanted))
})

/** One that is not acknowledged comes again; the next one only then. */
function expectInOrder(received: readonly Received[], written: ReadonlyMap<string, number>) {
  const bySubject = Map.groupBy(received, ({ payload }) => payload.subject)
  expect([...bySubject.keys()].toSorted()).toEqual([...written.keys()].toSorted())
  for (const [subject, calls] of bySubject) {
    const sequences = calls.map(({ payload }) => Number(payload.sequence))
    const count = written.get(subject) ?? 0
    expect([...new Set(sequences)]).toEqual(Array.from({ length: count }, (_, change) => change))
    for (const [index, sequence] of sequences.entries()) {
      expect(sequence).toBeGreaterThanOrEqual(sequences[index - 1] ?? 0)
    }
  }
}

/** Changes one record after the other until it is stopped; then it gives how often it changed each. */
function startWriter(dealer: Dealer) {
  const written = new Map<string, number>()
  const over = new AbortController()
  async function write() {
    while (!over.signal.aborted) {
      for (let number = 1; number <= RECORDS_OF_A_NOUN; number++) {
        for (const [noun, change] of changes.entries()) {
          const record = `${noun}${number.toString(16).padStart(23, '0')}`
          await change(dealer, record)
          written.set(record, (written.get(record) ?? 0) + 1)
          await pause(Math.random() * LONGEST_PAUSE_OF_WRITER_MS)
        }
      }
    }
    return written
  }
  const writing = write()
  const stop = () => {
    over.abort()
    return writing
  }
  onTestFinished(async () => void (await stop()))
  return { stop }
}

/** By the digit with which the ids of their records begin. */
const changes = [
  (dealer: Dealer, customerId: string) =>
    dealer.write(customerEvents, customerId, customerRecorded({ customerId })),
  (dealer: Dealer, transactionId: string) =>
    dealer.write(bankTransactionEvents, transactionId, transactionRecorded({ transactionId })),
  (dealer: Dealer, voucherId: string) =>
    dealer.write(expenseVoucherEvents, voucherId, voucherDrafted({ voucherId })),
] as const

const isVoucher = (record: string) => record.startsWith('2')

function deliver(dealer: Dealer, port: number): ChildProcess {
  const child = spawn(process.execPath, ['publishing/webhooks/main.ts'], {
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      PORT: String(port),
      DATABASE_URL: dealer.databases.webhooks,
      EVENTSTORE_URL: dealer.eventStoreUrl,
      VAULT_KEY: dealer.vaultKey.toString('hex'),
      WEBHOOKS_ALLOW_PRIVATE: 'true',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function killed(child: ChildProcess) {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
