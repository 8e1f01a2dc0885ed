import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { freePort } from '#stack/free-port.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { type Dealer, dealerForThisTest } from './dealer.ts'
import { COMPANY, customerRecorded } from './samples.ts'

const entry = fileURLToPath(import.meta.resolve('#projections/main.ts'))
const TIMEOUT = { timeout: LONGEST_WAIT_MS, interval: 10 }

type Environment = Readonly<Record<string, string>>

function run(environment: Environment): ChildProcess {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

const environmentOf = async (dealer: Dealer) => ({
  PORT: String(await freePort()),
  DATABASE_URL: dealer.databases.projections,
  EVENTSTORE_URL: dealer.eventStoreUrl,
  VAULT_KEY: dealer.vaultKey.toString('hex'),
})

const ask = ({ PORT }: Environment, path: string) => fetch(`http://127.0.0.1:${PORT}${path}`)

const untilReady = (environment: Environment) =>
  vi.waitFor(async () => {
    const answer = await ask(environment, '/health/ready')
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { status: 'ready', projections: [expect.objectContaining({ name: 'read_model' })] },
    ])
  }, TIMEOUT)

const customerComes = (dealer: Dealer, customerId: string) =>
  dealer.write(customerEvents, customerId, customerRecorded({ customerId }))

test('it serves health and metrics, shows what is written and ends in order', async () => {
  const dealer = await dealerForThisTest()
  await customerComes(dealer, '1')
  const environment = await environmentOf(dealer)
  const child = run(environment)
  await untilReady(environment)
  expect(await dealer.rows('select id from read_model.customer')).toEqual([{ id: '1' }])
  expect((await ask(environment, '/health/live')).status).toBe(200)
  expect((await ask(environment, '/elsewhere')).status).toBe(404)
  expect((await ask(environment, '//')).status).toBe(404)
  expect((await ask(environment, '/health/live?again')).status).toBe(200)
  await customerComes(dealer, '2')
  expect(await differences(dealer)).toEqual([])
  const metrics = await (await ask(environment, '/metrics')).text()
  const head = String(await dealer.eventStore.headOfLog())
  expect(metrics).toMatch(new RegExp(`^sarraf_projection_position\\{.*\\} ${head}$`, 'm'))
  expect(metrics).toMatch(new RegExp(`^sarraf_event_store_head_position\\{.*\\} ${head}$`, 'm'))
  expect(metrics).toMatch(/^sarraf_projection_batch_events_sum\{.*\} 2$/m)
  expect(metrics).toMatch(/^sarraf_projection_lag_events\{.*projection="read_model".*\} 0$/m)
  expect(metrics).toMatch(/^sarraf_projection_oldest_unshown_seconds\{.*\} 0$/m)
  expect(metrics).toMatch(/^sarraf_projection_state\{.*state="live".*\} 1$/m)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('readiness and metrics show parked companies', async () => {
  const dealer = await dealerForThisTest()
  const environment = await environmentOf(dealer)
  run(environment)
  await untilReady(environment)
  await dealer.rows('alter table read_model.customer add constraint odd check (id <> $$poison$$)')
  await customerComes(dealer, 'poison')
  await customerComes(dealer, 'next')
  await dealer.append('customer-next', { id: randomUUID(), type: 'Odd', data: {}, metadata: {} })
  await dealer.untilShown()
  const answer = await ask(environment, '/health/ready')
  const parked = {
    company: COMPANY,
    stream: 'customer-poison',
    revision: '0',
    type: 'CustomerRecorded',
    error: 'PostgreSQL 23514: new row for relation, table customer, constraint odd',
    waiting: 2,
  }
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { projections: [{ state: 'live', lagEvents: 0, parked: [parked] }] },
  ])
  const metrics = await (await ask(environment, '/metrics')).text()
  expect(metrics).toMatch(/^sarraf_projection_parked_companies\{.*\} 1$/m)
  expect(metrics).toMatch(/^sarraf_projection_parked_events\{.*\} 2$/m)
  expect(metrics).toMatch(/^sarraf_projection_skipped_events_total\{.*type="Odd".*\} 1$/m)
})

test('when killed during a stream of events, it loses and duplicates nothing', async () => {
  const dealer = await dealerForThisTest()
  const environment = await environmentOf(dealer)
  const enough = new AbortController()
  const writing = (async () => {
    for (let n = 0; !enough.signal.aborted; n++) await customerComes(dealer, `${n % 20}`)
  })()
  const killed = run(environment)
  await untilReady(environment)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  run(environment)
  await untilReady(environment)
  enough.abort()
  await writing
  expect(await differences(dealer)).toEqual([])
})

test('a wrong setting ends it at once with one line that names it', async () => {
  const child = run({ DATABASE_URL: 'postgres://localhost/x', EVENTSTORE_URL: 'http://localhost' })
  let told = ''
  child.stderr?.on('data', (chunk) => {
    told += String(chunk)
  })
  expect(await once(child, 'close')).toEqual([78, null])
  expect(told).toMatch(/^EVENTSTORE_URL must be .*\n$/)
})
