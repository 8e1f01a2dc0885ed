// @module-tag one-node

import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bookFaults, documentsInLog } from '#test/support/electronic-books.ts'
import {
  askForEach,
  expectNothingLost,
  sellingCompany,
} from '#test/support/electronic-expectations.ts'
import { startElectronicLoad } from '#test/support/electronic-load.ts'
import { eventStoreProcessForThisTest } from '#test/support/event-store.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { type FaultyNetwork, faultyNetworkForThisTest } from '#test/support/faulty-network.ts'
import { placeForStacks } from '#test/support/running-stack.ts'
import { settledLog } from '#test/support/settled-log.ts'
import { withLog } from '#test/support/with-log.ts'

const ROUNDS = 4
const TRANSACTIONS = 300
const STEPS_BETWEEN = 10
const ON_AGAIN_WITHIN_MS = 30_000

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  INTEGRATOR_TIMEOUT_MS: '1000',
  ATTEMPT_DEADLINE_SECONDS: '3',
  SMS_COOLDOWN_SECONDS: '0',
  EVENTSTORE_TIMEOUT_MS: '4000',
}

/** What a network does, and for how long. */
const faults: readonly (readonly [string, (network: FaultyNetwork) => void, number])[] = [
  ['freezes', (network) => network.freeze(), 6_000],
  ['breaks', (network) => network.cut(), 0],
  ['is slow', (network) => network.delay(150), 4_000],
  ['lets appends land without an answer', (network) => network.holdAnswers(), 3_000],
  ['breaks before the answers come', (network) => network.holdAnswers(), 500],
]

test('with any network faults to the event store, no acknowledged write is lost and none happens twice', async () => {
  const node = await eventStoreProcessForThisTest()
  const network = await faultyNetworkForThisTest(node.port)
  const place = await placeForStacks()
  await place.start({ ...settings, EVENTSTORE_URL: eventStoreUrl(network.port) })
  const system = { ...(await place.addresses()), eventStoreUrl: node.url }
  const companies = [
    await sellingCompany(system, TRANSACTIONS),
    await sellingCompany(system, TRANSACTIONS),
  ]
  const load = startElectronicLoad(system, companies)
  onTestFinished(async () => {
    await load.stop().catch(() => undefined)
  })

  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, begin, lastsMs] of faults) {
      begin(network)
      await pause(lastsMs * (0.5 + Math.random()))
      if (name.startsWith('breaks')) network.cut()
      network.heal()
      await goesOn(load.acknowledged)
    }
  }
  const report = await load.stop()

  await fetch(`${system.sandboxUrl}/__sandbox/faults`, { method: 'DELETE' })
  await askForEach(await settledLog(system), companies)
  const log = await settledLog(system)
  expectNothingLost(log, report)
  const documents = await withLog(system, ({ eventStore }) => documentsInLog(eventStore))
  expect(await bookFaults(system, documents)).toEqual([])
  expect(documents.size).toBeGreaterThan(0)
  expect(report.tally.answered).toBeGreaterThan(0)
  process.stdout.write(`${JSON.stringify({ documents: documents.size, ...report.tally })}\n`)
}, 600_000)

async function goesOn(acknowledged: () => number) {
  const before = acknowledged()
  await vi.waitFor(() => expect(acknowledged()).toBeGreaterThan(before + STEPS_BETWEEN), {
    timeout: ON_AGAIN_WITHIN_MS,
    interval: 50,
  })
}
