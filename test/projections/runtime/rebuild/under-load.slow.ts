import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { freePort } from '#stack/free-port.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { COMPANY, customerRecorded, person } from '#test/projections/samples.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { companyReading, queryServiceFor } from '#test/system/sync/query-service.ts'
import { readAll } from './readers.ts'
import { versionsIn } from './rebuilding.ts'

const HISTORY = 6_000
const CUSTOMERS = 400
const WRITERS = 4
const REST_MS = 20
const TIMEOUT = { timeout: 60_000, interval: 5 }

function run(entry: string, dealer: Dealer, more: readonly string[] = [], port = '0') {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve(entry)), ...more], {
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      PORT: port,
      DATABASE_URL: dealer.databases.projections,
      EVENTSTORE_URL: dealer.eventStoreUrl,
      VAULT_KEY: dealer.vaultKey.toString('hex'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk)
  })
  return { child, output: () => output, complaints: () => complaints }
}

async function startProjections(dealer: Dealer) {
  const port = String(await freePort())
  const service = run('#projections/main.ts', dealer, [], port)
  await vi.waitFor(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
  }, TIMEOUT)
  return service
}

const rebuildCommand = (dealer: Dealer) => run('#projections/cli/main.ts', dealer, ['rebuild'])

async function ended(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

async function change(dealer: Dealer, customer: number, generation: number) {
  const customerId = customer.toString(16).padStart(24, '0')
  const phone = `90532${generation}`
  const changed = { ...person, phone, email: `${phone}@example.com` }
  await dealer.write(customerEvents, customerId, customerRecorded({ customerId, person: changed }))
}

/** Customers change, and new ones come, each written by one writer alone. */
function writeOn(dealer: Dealer) {
  const stop = new AbortController()
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const turn = n % 8 === 0 ? CUSTOMERS + n : n % CUSTOMERS
      await change(dealer, turn * WRITERS + writer, HISTORY + n)
      await pause(REST_MS)
    }
  })
  return {
    stop: async () => {
      stop.abort()
      await Promise.all(writers)
    },
  }
}

const builtUpTo = (dealer: Dealer) =>
  dealer.positionShown('read_model_next').catch(() => START_OF_LOG)

async function positionsBehind({ eventStore }: Dealer, place: LogPosition) {
  const positions: LogPosition[] = []
  for await (const { position } of eventStore.readLog(place)) positions.push(position)
  return positions
}

test('clients notice nothing while tables are rebuilt, killed half-way, and replaced by another version', async () => {
  const dealer = await dealerForThisTest()
  const baseUrl = await queryServiceFor(dealer)
  const get = await companyReading(dealer, baseUrl, COMPANY)
  let written = 0
  const writers = Array.from({ length: 4 * WRITERS }, async (_, writer) => {
    for (let n = 0; written < HISTORY; n++, written++) {
      await change(dealer, (n % 100) * 4 * WRITERS + writer, n)
    }
  })
  await Promise.all(writers)
  const service = await startProjections(dealer)
  const readers = readAll(get)
  const load = writeOn(dealer)

  const first = rebuildCommand(dealer)
  expect([await ended(first.child), first.complaints()]).toEqual([0, expect.any(String)])
  expect(JSON.parse(first.output())).toMatchObject({ outcome: 'switched', differences: 0 })

  const quarter = (await positionsBehind(dealer, START_OF_LOG))[HISTORY / 4] ?? START_OF_LOG
  const killed = rebuildCommand(dealer)
  await vi.waitFor(async () => expect((await builtUpTo(dealer)) > quarter).toBe(true), TIMEOUT)
  killed.child.kill('SIGKILL')
  await ended(killed.child)
  const kept = await builtUpTo(dealer)
  expect(kept > quarter).toBe(true)
  const again = rebuildCommand(dealer)
  expect(await ended(again.child)).toBe(0)
  const left = (await positionsBehind(dealer, kept)).length
  const resumed: { events: number } = JSON.parse(again.output())
  expect(resumed).toMatchObject({ outcome: 'switched', differences: 0 })
  expect(resumed.events).toBeLessThanOrEqual(left)
  expect(readers.cities()).toEqual(new Set(['Fatih']))

  service.child.kill('SIGTERM')
  await ended(service.child)
  expect(service.output()).toBe('')
  const [ours = ''] = await versionsIn(dealer)
  // As another version of the program would have made and filled them.
  await dealer.rows('alter table read_model.customer add column formerly text')
  await dealer.rows(`update read_model.customer set cities = 'Eski'`)
  await dealer.rows(`update read_model.schema_version set version = '0-0ther-0ther'`)
  const successor = run('#projections/main.ts', dealer, [], String(await freePort()))
  await vi.waitFor(async () => expect(await versionsIn(dealer)).toEqual([ours]), TIMEOUT)
  await load.stop()
  await dealer.untilShown()
  const synced = await readers.stop()

  expect(readers.answers()).toBeGreaterThan(200)
  expect(readers.cities()).toEqual(new Set(['Fatih', 'Eski']))
  const shown = await dealer.rows<{ id: string; updated_at: string }>(
    'select id, updated_at from read_model.customer',
  )
  expect([...synced.keys()].toSorted()).toEqual(shown.map(({ id }) => id).toSorted())
  expect(await differences(dealer)).toEqual([])
  expect(successor.output()).toBe('')
})
