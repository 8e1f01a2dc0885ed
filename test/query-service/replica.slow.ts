import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkReplica } from '#kernel/platform/database/replica-check.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { readProjectionsSettings } from '#projections/settings.ts'
import { startProjections } from '#projections/wiring.ts'
import { readQuerySettings } from '#query/settings.ts'
import { startQueryService } from '#query/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { databasesOfRoles } from '#test/support/database.ts'
import { startEventStore } from '#test/support/event-store.ts'
import { execute } from '#test/support/execute.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { replicatedPostgres } from '#test/support/replicated-postgres.ts'
import { SIGN_IN_KEY } from '#test/support/signed-rows.ts'
import { startedWith } from '#test/support/started-with.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const NOWHERE = 'http://127.0.0.1:1'

/** A system whose query service reads at a replica. */
async function systemWithReplica(readLagSeconds = '60') {
  const { primary, replica, stopPrimary } = await replicatedPostgres()
  const [databases, replicas] = [databasesOfRoles(primary), databasesOfRoles(replica)]
  const eventStore = await startEventStore(databases.eventStore)
  onTestFinished(async () => void (await eventStore.close()))
  const closers: (() => unknown)[] = []
  onTestFinished(async () => {
    for (const close of closers.toReversed()) await close()
  })
  const vaultKey = randomBytes(32).toString('hex')
  const onClose = (_part: string, close: () => unknown) => void closers.push(close)
  const settingsOf = async (role: 'projections' | 'query', port: number) =>
    settingsFrom({
      PORT: String(port),
      DATABASE_URL: databases[role],
      READ_DATABASE_URL: replicas[role],
      EVENTSTORE_URL: eventStore.url,
      VAULT_KEY: vaultKey,
      READ_LAG_SECONDS: readLagSeconds,
      RATE_PER_KEY: '0',
      SIGN_IN_KEY,
    })
  const projections = readProjectionsSettings(await settingsOf('projections', await freePort()))
  await startProjections(startedWith('projections', projections, onClose))
  const queryPort = await freePort()
  const query = readQuerySettings(await settingsOf('query', queryPort))
  await startQueryService(startedWith('query', query, onClose))
  const place = {
    databaseUrl: primary,
    databases,
    eventStoreUrl: eventStore.url,
    vaultKey,
    baseUrl: NOWHERE,
    sandboxUrl: NOWHERE,
  }
  const { url } = await anotherCommandService(place, {
    READ_DATABASE_URL: replicas.command,
    READ_LAG_SECONDS: readLagSeconds,
  })
  const queryUrl = `http://127.0.0.1:${queryPort}`
  for (const service of [url, queryUrl]) {
    await vi.waitFor(
      async () => expect((await fetch(`${service}/health/ready`)).status).toBe(200),
      { timeout: 30_000 },
    )
  }
  return { ...place, baseUrl: url, queryUrl, replica, stopPrimary }
}

test('with a replica a read sees each write that was answered before, and keys are checked at the primary', async () => {
  const system = await systemWithReplica()
  const dealer = await newDealer(system)
  const reading = apiAt(system.queryUrl, dealer.credentials)
  const shows = async (id: string) => (await reading.get(`/v1/expenses/${id}`)).status

  for (let amount = 1_000; amount < 1_020; amount++) {
    const { id } = createdIn(await dealer.api.post('/v1/expenses', manual({ amount })))
    expect(await shows(id)).toBe(200)
  }

  await execute(system.replica, 'select pg_wal_replay_pause()')
  const written = await dealer.api.post('/v1/expenses', manual({ amount: 2_000 }))
  const { id } = createdIn(written)
  expect(await shows(id)).toBe(404)
  const later = reading.get(`/v1/expenses/${id}`, {
    'x-min-event-position': written.headers['x-event-position'] ?? '',
  })
  await execute(system.replica, 'select pg_wal_replay_resume()')
  expect((await later).status).toBe(200)

  await execute(system.replica, 'select pg_wal_replay_pause()')
  const key = { validUntil: '2099-01-01T00:00:00Z', rights: ['*'], status: false }
  await dealer.import({ kind: 'apiKey', data: { ...dealer.credentials, ...key } })
  expect((await reading.get('/v1/expenses')).status).toBe(401)
  await system.stopPrimary()
  const ready = await fetch(`${system.queryUrl}/health/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ missing: ['primary database'] })
})

test('a replica that no longer follows is not read at, and after it was promoted it is refused', async () => {
  const system = await systemWithReplica('1')
  const dealer = await newDealer(system)
  const reading = apiAt(system.queryUrl, dealer.credentials)
  const readiness = async () => {
    const answer = await fetch(`${system.queryUrl}/health/ready`)
    return { status: answer.status, body: await answer.json() }
  }
  const shown = async (amount: number) => {
    const { id } = createdIn(await dealer.api.post('/v1/expenses', manual({ amount })))
    return (await reading.get(`/v1/expenses/${id}`)).status
  }

  await execute(system.replica, 'select pg_wal_replay_pause()')
  await shown(1_000)
  await vi.waitFor(
    async () => expect((await readiness()).body).toHaveProperty('warnings'),
    LONGEST_WAIT_MS,
  )
  expect(await shown(1_001)).toBe(200)
  expect((await reading.get('/v1/expenses')).data).toHaveLength(2)
  expect((await readiness()).status).toBe(200)

  await execute(system.replica, 'select pg_wal_replay_resume()')
  await vi.waitFor(
    async () => expect((await readiness()).body).not.toHaveProperty('warnings'),
    LONGEST_WAIT_MS,
  )
  expect(await shown(1_002)).toBe(200)

  await checkReplica(system.databaseUrl, system.replica)
  await execute(system.replica, 'select pg_promote()')
  await shown(1_003)
  await vi.waitFor(
    async () => expect((await readiness()).body).toHaveProperty('warnings'),
    LONGEST_WAIT_MS,
  )
  expect(await shown(1_004)).toBe(200)
  await expect(checkReplica(system.databaseUrl, system.replica)).rejects.toThrow(
    /^READ_DATABASE_URL: is no standby any more/,
  )
})
