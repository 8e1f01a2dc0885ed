import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/reference-data.ts'
import { freePort } from '#stack/free-port.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { type Dealer, dealerForThisTest } from './dealer.ts'
import { customerRecorded } from './samples.ts'

const entry = fileURLToPath(import.meta.resolve('#projections/main.ts'))
const TIMEOUT = { timeout: 15_000, interval: 10 }

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
  DATABASE_URL: dealer.databaseUrl,
  EVENTSTORE_URL: dealer.eventStoreUrl,
  VAULT_KEY: dealer.vaultKey.toString('hex'),
})

const ask = ({ PORT }: Environment, path: string) => fetch(`http://127.0.0.1:${PORT}${path}`)

const untilReady = (environment: Environment) =>
  vi.waitFor(async () => {
    const answer = await ask(environment, '/health/ready')
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }])
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
  expect(metrics).toMatch(/^sarraf_projection_position\{.*\} 2$/m)
  expect(metrics).toMatch(/^sarraf_event_store_head_position\{.*\} 2$/m)
  expect(metrics).toMatch(/^sarraf_projection_batch_events_sum\{.*\} 2$/m)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('as long as it stands before an event that it cannot show, it is not ready', async () => {
  const dealer = await dealerForThisTest()
  const environment = await environmentOf(dealer)
  run(environment)
  await untilReady(environment)
  await dealer.rows('alter table read_model.customer add check (id <> $$poison$$)')
  await customerComes(dealer, 'poison')
  await vi.waitFor(async () => {
    const answer = await ask(environment, '/health/ready')
    const missing = [expect.stringMatching(/CustomerRecorded .* of customer-poison at position 1/)]
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'starting', missing }])
  }, TIMEOUT)
})

test('killed while events come in, it loses and doubles nothing', async () => {
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
  expect(await once(child, 'close')).toEqual([1, null])
  expect(told).toMatch(/^EVENTSTORE_URL must be .*\n$/)
})
