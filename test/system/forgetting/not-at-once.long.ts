import { once } from 'node:events'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { idvSessionEvents } from '#kernel/events/idv-session.ts'
import { AUDIT_SCRATCH } from '#kernel/platform/database/grants.ts'
import { lockOf } from '#kernel/records/schemas.ts'
import { operator, startOperator } from '#test/operator/command-line.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { rebuildOf, schemasOf } from '#test/projections/runtime/rebuild/rebuilding.ts'
import { COMPANY, customerRecorded } from '#test/projections/samples.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { waitingForTables } from '#test/support/waiting-locks.ts'

/** Under whose key the dealer seals. */
const PERSON = '10000000146'

async function dealerWithPerson() {
  const dealer = await dealerForThisTest()
  dealer.project()
  for (const customerId of ['a'.repeat(24), 'b'.repeat(24)]) {
    await dealer.write(customerEvents, customerId, recorded(dealer, customerId))
  }
  return { dealer, ...(await commandsOn(dealer)) }
}

const refOf = ({ vault }: Dealer) => vault.pseudonym('person', COMPANY, PERSON)

/** Long ago, so that no law wants it kept. */
const recorded = (dealer: Dealer, customerId: string) =>
  customerRecorded({ customerId, personRef: refOf(dealer), lastDate: '2010-01-01T00:00:00Z' })

async function commandsOn(dealer: Dealer) {
  await dealer.untilShown()
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const order = ['--company', COMPANY, '--id-no', PERSON, '--reason', 'asked in writing']
  const environment = {
    DATABASE_URL: dealer.databaseUrl,
    EVENTSTORE_URL: dealer.eventStoreUrl,
    VAULT_KEY: dealer.vaultKey.toString('hex'),
    DESTROYED_KEYS: file,
  }
  const forget = () => operator(['forget-person', ...order], environment)
  const endRetention = () => operator(['retention', 'run'], environment)
  const startForgetting = () => startOperator(['forget-person', ...order], environment)
  return { forget, startForgetting, endRetention }
}

/** From now on the company waits for an event that its tables refuse; returns who lets it go on. */
async function park(dealer: Dealer) {
  const refused = 'c'.repeat(24)
  await dealer.rows(
    `alter table read_model.customer add constraint odd check (id <> '${refused}') not valid`,
  )
  await dealer.write(customerEvents, refused, recorded(dealer, refused))
  await dealer.untilShown()
  return async () => {
    await dealer.rows('alter table read_model.customer drop constraint odd')
    expect(await dealer.retry()).toEqual([])
  }
}

const named = async (dealer: Dealer) =>
  (await dealer.rows('select id from read_model.customer where name_surname is not null')).length

/** The keys are destroyed, and the event has come to tables that take no row. */
async function untilTablesWait(dealer: Dealer) {
  const within = { timeout: LONGEST_WAIT_MS }
  await vi.waitFor(async () => {
    expect(await dealer.rows('select from vault.destroyed_key')).toHaveLength(1)
  }, within)
  await vi.waitFor(async () => {
    expect(await dealer.rows(waitingForTables)).not.toEqual([])
  }, within)
}

async function administratorOf({ databaseUrl }: Dealer) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function expectForgotten(dealer: Dealer) {
  expect(await named(dealer)).toBe(0)
  await dealer.openVaultAgain()
  expect(await differences(dealer)).toEqual([])
}

test('tables that were served before go with the person', async () => {
  const { dealer, forget } = await dealerWithPerson()
  await rebuildOf(dealer)
  expect(await schemasOf(dealer)).toEqual(['read_model', 'read_model_previous'])

  expect(await forget()).toMatchObject({ exitCode: 0 })

  expect(await schemasOf(dealer)).toEqual(['read_model'])
  await expectForgotten(dealer)
})

test('the tables that a killed verification has left are dropped with the person', async () => {
  const { dealer, forget } = await dealerWithPerson()
  await dealer.rows('create table audit_scratch.customer as select * from read_model.customer')
  const verifying = await administratorOf(dealer)
  const lock = [lockOf(AUDIT_SCRATCH)]
  await verifying.query('select pg_advisory_lock(hashtextextended($1, 0))', lock)

  const { exitCode, stderr } = await forget()
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('a verification is under way')])

  await verifying.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock)
  expect(await forget()).toMatchObject({ exitCode: 0 })
  expect(await dealer.rows(`select to_regclass('audit_scratch.customer') as left`)).toEqual([
    { left: null },
  ])
})

test('the destroyed key is not left in an earlier version of its row', async () => {
  const { dealer, forget } = await dealerWithPerson()
  const [key] = await dealer.rows<{ wrapped: Buffer }>(
    `select wrapped from vault.data_key where purpose = 'customer'`,
  )
  const wrapped = key?.wrapped ?? Buffer.alloc(0)
  expect(await pagesHold(dealer, wrapped)).toBe(true)
  expect(await forget()).toMatchObject({ exitCode: 0 })
  expect(await pagesHold(dealer, wrapped)).toBe(false)
})

/** Whether the file of the vault's keys has these bytes. */
async function pagesHold(dealer: Dealer, bytes: Buffer): Promise<boolean> {
  await dealer.rows('checkpoint')
  const [file] = await dealer.rows<{ content: Buffer }>(
    `select pg_read_binary_file(pg_relation_filepath('vault.data_key')) as content`,
  )
  return file?.content.includes(bytes) === true
}

test('while a rebuild is under way the command says so, and completes when it is run again', async () => {
  const { dealer, forget } = await dealerWithPerson()
  await rebuildOf(dealer)
  const rebuilding = await administratorOf(dealer)
  const lock = [lockOf('read_model_next')]
  await rebuilding.query('select pg_advisory_lock(hashtextextended($1, 0))', lock)

  const { exitCode, stderr } = await forget()
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('a rebuild is under way')])
  expect(await named(dealer)).toBe(0)

  await rebuilding.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock)
  expect(await forget()).toMatchObject({ exitCode: 0 })
  expect(await schemasOf(dealer)).toEqual(['read_model'])
  await expectForgotten(dealer)
})

test('a parked company shows the person until its events are retried, and the command says so', async () => {
  const { dealer, forget } = await dealerWithPerson()
  const retry = await park(dealer)

  const { exitCode, stderr } = await forget()
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is parked')])
  expect(await named(dealer)).toBe(2)

  await retry()
  expect(await forget()).toMatchObject({ exitCode: 0 })
  await expectForgotten(dealer)
})

test('a parked company shows a session of a person who is no customer, and the command says so', async () => {
  const dealer = await dealerForThisTest()
  dealer.project()
  const moments = { createdAt: '2026-11-20T09:45:00Z', updatedAt: '2026-11-20T09:45:00Z' }
  const about = { companyId: COMPANY, personRef: refOf(dealer), sessionId: 'session-1', ...moments }
  const data = { ...about, session: { idNo: PERSON, dataSet: '{}' } }
  await dealer.write(idvSessionEvents, 'session-1', { type: 'SessionRecorded', data })
  const { forget } = await commandsOn(dealer)
  const retry = await park(dealer)

  expect(await forget()).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('is parked'),
  })
  const sessions = () => dealer.rows('select id_no from read_model.idv_session')
  expect(await sessions()).toEqual([{ id_no: PERSON }])

  await retry()
  expect(await forget()).toMatchObject({ exitCode: 0 })
  expect(await sessions()).toEqual([{ id_no: null }])
})

test('the end of a retention waits for a parked company as well', async () => {
  const { dealer, endRetention } = await dealerWithPerson()
  const retry = await park(dealer)

  for (const keys of [1, 0]) {
    const { exitCode, stdout, stderr } = await endRetention()
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is parked')])
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ keys })
    expect(await named(dealer)).toBe(2)
  }

  await retry()
  expect(await endRetention()).toMatchObject({ exitCode: 0 })
  await expectForgotten(dealer)
})

test('the command ends when the tables show nothing any more', async () => {
  const { dealer, forget } = await dealerWithPerson()
  const blocking = await administratorOf(dealer)
  await blocking.query('begin; lock table read_model.customer in share row exclusive mode')

  let hasEnded = false
  const ending = forget().finally(() => {
    hasEnded = true
  })
  await untilTablesWait(dealer)
  expect([hasEnded, await named(dealer)]).toEqual([false, 2])

  await blocking.query('rollback')
  expect(await ending).toMatchObject({ exitCode: 0 })
  await expectForgotten(dealer)
})

test('a command that was killed before the tables were emptied is run again', async () => {
  const { dealer, forget, startForgetting } = await dealerWithPerson()
  await rebuildOf(dealer)
  const blocking = await administratorOf(dealer)
  await blocking.query('begin; lock table read_model.customer in share row exclusive mode')
  const command = startForgetting()
  await untilTablesWait(dealer)
  const exited = once(command, 'exit')
  command.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  await blocking.query('rollback')
  expect(await schemasOf(dealer)).toEqual(['read_model', 'read_model_previous'])

  const { exitCode, stdout } = await forget()

  expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { keys: 0, wasForgotten: true }])
  expect(await schemasOf(dealer)).toEqual(['read_model'])
  await expectForgotten(dealer)
})
