import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import { freePort } from '#stack/free-port.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { COMPANY, customerRecorded } from '#test/projections/samples.ts'
import { type Answering, accepting, receiverForThisTest } from './receiver.ts'

const KILLS = 50
const RECORDS = 20
/** Fewer than each life has to deliver. */
const MOST_CALLS_OF_A_LIFE = 12

/** Fails now and then, in every way; most calls are accepted, or nothing would come on. */
const unreliable: Answering = (received, response) => {
  const luck = Math.random()
  if (luck < 0.02) response.writeHead(500).end()
  else if (luck < 0.04) response.socket?.destroy()
  else if (luck < 0.05) setTimeout(() => accepting(received, response), 16_000)
  else if (luck < 0.06) response.writeHead(200).write('and then nothing')
  else setTimeout(() => accepting(received, response), Math.random() * 20)
}

test('every event arrives, in order for each record, however often the process is killed', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest(unreliable)
  await recordEndpoint(dealer, receiver.url)

  for (let kill = 0; kill < KILLS; kill++) {
    await changeEachRecord(dealer, kill)
    const calls = receiver.received.length + Math.ceil(Math.random() * MOST_CALLS_OF_A_LIFE)
    const child = deliver(dealer, await freePort())
    const called = () => expect(receiver.received.length).toBeGreaterThanOrEqual(calls)
    await vi.waitFor(called, { timeout: 120_000, interval: 5 })
    await killed(child)
  }
  receiver.answerWith(accepting)
  deliver(dealer, await freePort())
  await vi.waitFor(async () => expect(await waitingIn(dealer)).toEqual({ waiting: '0' }), {
    timeout: 120_000,
    interval: 100,
  })

  const bySubject = Map.groupBy(receiver.received, ({ payload }) => payload.subject)
  expect(bySubject.size).toBe(RECORDS)
  for (const received of bySubject.values()) {
    const sequences = received.map(({ payload }) => Number(payload.sequence))
    // One that is not acknowledged comes again; the next one only then.
    expect([...new Set(sequences)]).toEqual(Array.from({ length: KILLS }, (_, change) => change))
    for (const [index, sequence] of sequences.entries()) {
      expect(sequence).toBeGreaterThanOrEqual(sequences[index - 1] ?? 0)
    }
  }
})

const ENDPOINT = '1'.repeat(24)

const recordEndpoint = (dealer: Dealer, url: string) =>
  dealer.write(webhookEndpointEvents, ENDPOINT, {
    type: 'WebhookEndpointRecorded',
    data: {
      companyId: COMPANY,
      endpointId: ENDPOINT,
      url,
      eventTypes: ['sarraf.customer.*'],
      secrets: [Buffer.from('a secret of thirty-two bytes !!!').toString('base64')],
      status: true,
    },
  })

async function changeEachRecord(dealer: Dealer, change: number) {
  for (let record = 0; record < RECORDS; record++) {
    const customerId = record.toString(16).padStart(24, '0')
    const event = customerRecorded({ customerId, recordLevel: change % 5 })
    await dealer.write(customerEvents, customerId, event)
  }
}

function deliver(dealer: Dealer, port: number): ChildProcess {
  const child = spawn(process.execPath, ['projections/webhooks/main.ts'], {
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      PORT: String(port),
      DATABASE_URL: dealer.databases.projections,
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

/** Nothing, as long as the log is not divided to its end. */
async function waitingIn(dealer: Dealer) {
  const head = await dealer.eventStore.headOfLog()
  const [found] = await dealer.rows<{ waiting: string }>(
    `select (select count(*) from webhooks.delivery)::text as waiting
     from webhooks.place where position >= $1::bigint`,
    [head.toString()],
  )
  return found
}
