// @module-tag embedded-parts

import { execFile } from 'node:child_process'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { audit, projections } from '#test/audit/auditing.ts'
import { stoppablePostgresForThisTest } from '#test/support/another-postgres.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { newPerson } from '#test/support/invoices.ts'
import { placeForStacks, stopStack } from '#test/support/running-stack.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { operator } from './operator-process.ts'
import { untilSigned } from './signed.ts'

const PATIENCE = { timeout: 90_000, interval: 50 }
// Nothing is signed meanwhile: the witness knows no more than the copy.
const SETTINGS = { DEMO: 'false', NOTARY_INTERVAL_SECONDS: '3600' }

test('a whole database of before is neither read nor written until its end is adopted, so no number is given twice', async () => {
  const place = await placeForStacks()
  const signing = { DEMO: 'false', NOTARY_INTERVAL_SECONDS: '1' }
  const first = await place.start(signing)
  const { companyId, credentials } = await newDealer(await place.addresses())
  const api = apiAt(first.baseUrl, credentials, { mayFail: true })
  const witness = join(place.folder, 'notary', 'witness.ndjson')
  const buy = async (amount: number) => {
    const { number } = createdIn(await api.post('/v1/expenses', manual({ amount })))
    await untilSigned(await place.addresses(), witness)
    return number
  }
  expect(await buy(700)).toBe('1')
  expect(await stopStack(first.supervisor)).toBe(0)
  const database = join(place.folder, 'postgres')
  await copyOf(database, `${database}.before`)
  await copyOf(witness, `${witness}.before`)
  const second = await place.start(signing)
  expect(await buy(800)).toBe('2')
  const latest = await readFile(witness)
  // The witness alone: it still fits, and is continued.
  await copyOf(`${witness}.before`, witness)
  expect(await buy(900)).toBe('3')
  await isReady(first.baseUrl)
  expect(await stopStack(second.supervisor)).toBe(0)

  await rm(database, { recursive: true })
  await copyOf(`${database}.before`, database)
  // It does not become ready.
  void place.start(signing).catch(() => undefined)

  await vi.waitFor(async () => {
    const answer = await fetch(`${first.baseUrl}/health/ready`)
    expect(await answer.json()).toMatchObject({
      missing: expect.arrayContaining(
        ['command', 'query', 'projections'].map((part) =>
          expect.stringContaining(`${part}: event store: logSetBack: `),
        ),
      ),
    })
  }, PATIENCE)
  expect((await api.post('/v1/expenses', manual({ amount: 900 }))).status).toBe(503)
  expect((await api.get('/v1/expenses')).status).toBe(503)
  const environment = { DATA_DIR: place.folder }
  const refused = await operator(['api-key', 'create', '--company', companyId], environment)
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('logSetBack: ')])
  expect(await readFile(witness)).not.toEqual(latest)

  const before = await readFile(witness)
  const adopted = await audit(['adopt-witness', '--yes'], environment)
  expect([adopted.exitCode, adopted.stderr]).toEqual([
    0,
    expect.stringContaining('the witness: what was signed after'),
  ])
  const { putAside } = JSON.parse(adopted.stdout)
  expect(await readFile(putAside[0])).toEqual(before)
  await isReady(first.baseUrl)
  expect(await buy(900)).toBe('2')
})

test('tables alone that are put back are written again without an event, and rows without their checkpoint are named', async () => {
  const place = await placeForStacks()
  const { baseUrl } = await place.start(SETTINGS)
  const addresses = await place.addresses()
  const { credentials } = await newDealer(addresses)
  const api = apiAt(baseUrl, credentials, { mayFail: true })
  const first = createdIn(await api.post('/v1/expenses', manual({ amount: 700 })))
  const database = new Client({ connectionString: addresses.databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  const { rows: tables } = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'read_model'`,
  )
  // Rows come back as files do: nothing counts them.
  await database.query('set session_replication_role = replica')
  await database.query(`create schema before;
    ${tables.map(({ name }) => `create table before.${name} as table read_model.${name};`).join('')}`)
  const second = createdIn(await api.post('/v1/expenses', manual({ amount: 800 })))
  const putBack = (names: readonly string[]) =>
    database.query(
      names
        .map(
          (name) =>
            `delete from read_model.${name}; insert into read_model.${name} table before.${name};`,
        )
        .join(''),
    )
  const status = (id: string) => api.get(`/v1/expenses/${id}`).then((answer) => answer.status)

  await putBack(tables.map(({ name }) => name))

  // Nothing is written meanwhile: the leader sees that its checkpoint is not where it left it.
  await vi.waitFor(async () => expect(await status(second.id)).toBe(200), PATIENCE)
  await isReady(baseUrl)
  expect(createdIn(await api.post('/v1/expenses', manual({ amount: 900 }))).number).toBe('3')
  expect(await status(first.id)).toBe(200)
  const environment = { DATA_DIR: place.folder }
  const whole = await audit(['verify'], environment)
  expect([whole.exitCode, whole.stdout]).toEqual([0, expect.stringContaining('"differences":0')])

  await putBack(['expense_voucher'])
  const verified = await audit(['verify'], environment)
  expect([verified.exitCode, verified.stdout + verified.stderr]).toEqual([
    1,
    expect.stringContaining(second.id),
  ])
  const rebuilt = await projections(['rebuild', '--accept-differences'], environment)
  expect([rebuilt.exitCode, rebuilt.stderr]).toEqual([0, expect.any(String)])
  await vi.waitFor(async () => expect(await status(second.id)).toBe(200), PATIENCE)
  expect((await audit(['verify'], environment)).exitCode).toBe(0)
})

test('an older copy put back under a running system whose log is elsewhere is named, and a later one elsewhere goes on', async () => {
  const { url: EVENTSTORE_URL } = await eventStoreNodeForThisTest()
  const postgres = await stoppablePostgresForThisTest()
  const place = await placeForStacks()
  const own = { ...SETTINGS, EVENTSTORE_URL }
  const { baseUrl, supervisor } = await place.start({ ...own, DATABASE_URL: postgres.url })
  const { credentials } = await newDealer(await place.addresses())
  const api = apiAt(baseUrl, credentials, { mayFail: true })
  const buy = (amount: number) => api.post('/v1/expenses', manual({ idNo: newPerson(), amount }))
  const exchange = async (taken: string, given: string) => {
    await postgres.stop()
    await rename(postgres.folder, taken)
    await copyOf(given, postgres.folder)
    await postgres.start()
  }
  expect(createdIn(await buy(700)).number).toBe('1')
  const [older, later] = [`${postgres.folder}.older`, `${postgres.folder}.later`]
  await postgres.stop()
  await copyOf(postgres.folder, older)
  await postgres.start()
  await isReady(baseUrl)
  expect(createdIn(await buy(800)).number).toBe('2')

  await exchange(later, older)

  await vi.waitFor(async () => {
    const answer = await fetch(`${baseUrl}/health/ready`)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('vaultSetBack'),
    ])
  }, PATIENCE)
  expect((await buy(900)).status).toBe(503)
  await exchange(`${older}.given-up`, later)
  await isReady(baseUrl)
  expect(createdIn(await buy(1_000)).number).toBe('3')

  expect(await stopStack(supervisor)).toBe(0)
  await postgres.stop()
  const elsewhere = await stoppablePostgresForThisTest()
  await elsewhere.stop()
  await rm(elsewhere.folder, { recursive: true })
  await copyOf(postgres.folder, elsewhere.folder)
  await elsewhere.start()
  await place.start({ ...own, DATABASE_URL: elsewhere.url })
  await isReady(baseUrl)
  expect(createdIn(await buy(1_100)).number).toBe('4')
})

const isReady = (baseUrl: string) =>
  vi.waitFor(
    async () => expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200),
    PATIENCE,
  )

/** Also whom it belongs to: the user of an embedded PostgreSQL is not ours. */
const copyOf = (folder: string, to: string) => promisify(execFile)('cp', ['-a', folder, to])
