import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { kafkaLibraries } from '#stack/kafka/distribution.ts'
import { audit, projections, variablesOf } from '#test/audit/auditing.ts'
import { asAdmin } from '#test/publishing/kafka/feed-system.ts'
import { readWithJava } from '#test/publishing/kafka/java-consumer.ts'
import { type Place, placeForStacks } from '#test/support/running-stack.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const SETTINGS = { DEMO: 'false', KAFKA_BROKERS: 'embedded', NOTARY_INTERVAL_SECONDS: '1' }
const PATIENCE = { timeout: 90_000, interval: 250 }

test('a log whose last events are deleted is not written to until the lost events are given up', async () => {
  const place = await placeForStacks()
  await place.start(SETTINGS)
  const addresses = await place.addresses()
  const dealer = await newDealer(addresses)
  const api = apiAt(addresses.baseUrl, dealer.credentials, { mayFail: true })
  const kept = createdIn(await api.post('/v1/expenses', manual({ amount: 700 })))
  const database = await connected(addresses.databaseUrl)
  await untilSigned(database)
  const lost = createdIn(await api.post('/v1/expenses', manual({ amount: 800 })))
  const ready = async () => (await fetch(`${addresses.baseUrl}/health/ready`)).text()
  // What is deleted while the notary signs it would be signed in the log that is left.
  await untilAllIsSigned(database)
  await untilFeed(place, { phase: 'publishing', lagEvents: 0 })

  await deleteEventsFrom(database, `expenseVoucher-${lost.id}`)

  const isNoticed = () =>
    vi.waitFor(async () => {
      expect(await ready()).toContain('command: event store: logSetBack: ')
      expect(await ready()).toContain('projections: projection read_model: logSetBack: ')
      expect(await ready()).toContain('query: event store: logSetBack: ')
    }, PATIENCE)
  await isNoticed()
  expect((await api.get(`/v1/expenses/${kept.id}`)).status).toBe(503)
  expect((await api.post('/v1/expenses', manual({ amount: 900 }))).status).toBe(503)
  await replaced(place, 'command')
  await isNoticed()
  expect((await api.post('/v1/expenses', manual({ amount: 900 }))).status).toBe(503)
  await untilFeed(place, { phase: 'logSetBack', failure: expect.stringContaining('lost events') })
  const environment = variablesOf(addresses)
  const ofProjections = { ...environment, DATABASE_URL: addresses.databases.projections }
  const status = await projections(['status'], ofProjections)
  expect(JSON.parse(status.stdout)).toMatchObject({ state: 'logSetBack' })
  const verified = await audit(['verify'], environment)
  expect([verified.exitCode, verified.stderr]).toEqual([1, expect.stringMatching(/^logSetBack: /m)])
  const refused = await projections(['rebuild'], ofProjections)
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining('Restore the log'),
  ])

  await database.end()
  const ofFolder = { DATA_DIR: place.folder }
  const asked = await audit(['adopt-witness'], ofFolder, 'no\n')
  expect([asked.exitCode, asked.stdout, asked.stderr]).toEqual([
    1,
    '',
    expect.stringMatching(
      /^The log ends with event [^]*the tables that readers see[^]*the hash chain[^]*last-event.json[^]*Nothing was changed/,
    ),
  ])
  const given = await audit(['adopt-witness'], ofFolder, 'give up\n')
  expect([given.exitCode, given.stderr]).toEqual([0, expect.any(String)])
  await deleteTopics((await place.stackFile()).kafkaBrokers ?? '')
  // Each part starts again by itself.
  await vi.waitFor(async () => expect(await ready()).toContain('"ready"'), PATIENCE)
  await replaced(place, 'feed')

  expect((await api.get(`/v1/expenses/${kept.id}`)).status).toBe(200)
  expect((await api.get(`/v1/expenses/${lost.id}`)).status).toBe(404)
  const next = createdIn(await api.post('/v1/expenses', manual({ amount: 900 })))
  expect((await api.get(`/v1/expenses/${next.id}`)).status).toBe(200)
  await untilFeed(place, { phase: 'publishing', lagEvents: 0 })
  expect(await vouchersInKafka(place)).toEqual(new Set([kept.id, next.id]))
  const whole = await audit(['verify'], ofFolder)
  expect([whole.exitCode, whole.stderr]).toEqual([0, expect.stringContaining('chain: ok')])
})

const untilSigned = (database: Client) =>
  vi.waitFor(async () => {
    const { rowCount } = await database.query(
      `select from event_store.events where stream = 'notary-heads'`,
    )
    expect(rowCount).toBeGreaterThan(0)
  }, PATIENCE)

const untilAllIsSigned = (database: Client) =>
  vi.waitFor(async () => {
    const { rows } = await database.query<{ stream: string }>(
      'select stream from event_store.events order by position desc limit 1',
    )
    expect(rows).toEqual([{ stream: 'notary-heads' }])
  }, PATIENCE)

async function untilFeed(place: Place, status: object) {
  const { feedUrl } = await place.stackFile()
  await vi.waitFor(
    async () => expect(await (await fetch(`${feedUrl}/status`)).json()).toMatchObject(status),
    PATIENCE,
  )
}

/** The feed creates them again, so the test does not wait for them. */
const deleteTopics = (address: string) =>
  asAdmin({ address }, async (admin) => {
    const topics = (await admin.listTopics()).filter((name) => /^_?sarraf[.]/.test(name))
    await admin.deleteTopics({ topics })
  })

/** Which vouchers the topic of the feed tells of. */
async function vouchersInKafka(place: Place): Promise<ReadonlySet<string>> {
  const { kafkaBrokers } = await place.stackFile()
  const reader = readWithJava(await kafkaLibraries(), kafkaBrokers ?? '', {
    untilTheEnd: true,
    topics: 'sarraf[.]expense-vouchers[.]v1',
  })
  await reader.ended
  return new Set(reader.records().map(({ key }) => key))
}

/** Kills a part; the one that replaces it remembers nothing. */
async function replaced(place: Place, part: string) {
  const before = (await place.stackFile()).pids[part] ?? 0
  process.kill(before, 'SIGKILL')
  await vi.waitFor(async () => {
    expect((await place.stackFile()).pids[part]).not.toBe(before)
  }, PATIENCE)
}

async function connected(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function deleteEventsFrom(client: Client, stream: string) {
  const { rowCount } = await client.query(
    `delete from event_store.events
     where position >= (select min(position) from event_store.events where stream = $1)`,
    [stream],
  )
  expect(rowCount).toBeGreaterThan(0)
}
