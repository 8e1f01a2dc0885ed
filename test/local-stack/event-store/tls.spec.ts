import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { diagnose } from '#kernel/platform/event-store/diagnose.ts'
import { BEFORE_THE_LOG } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { ConfigurationError, settingsFrom } from '#kernel/platform/settings/read.ts'
import { type EventStoreNode, startEventStoreNode } from '#stack/event-store/node.ts'
import { identityIn, usersIn } from '#stack/event-store/settings.ts'
import { madeCertificates } from '#test/support/certificates.ts'
import { databasesOfRoles, dropDatabase, freshDatabase } from '#test/support/database.ts'
import { noMacs } from '#test/support/no-macs.ts'

/** Keys are made: seconds, on a busy machine many of them. */
const PATIENCE_MS = 120_000
const PASSWORD = randomUUID()
const USER = `sarraf:${PASSWORD}`

let certificates: Awaited<ReturnType<typeof madeCertificates>>
let others: typeof certificates
let node: EventStoreNode

beforeAll(async () => {
  ;[certificates, others] = await Promise.all([
    madeCertificates('eventstore'),
    madeCertificates('eventstore'),
  ])
  const databaseUrl = await freshDatabase()
  node = await startEventStoreNode({
    databaseUrl: databasesOfRoles(databaseUrl).eventStore,
    host: '127.0.0.1',
    port: 0,
    access: { users: () => [{ name: 'sarraf', password: PASSWORD }] },
    tls: certificates.identity,
  })
  return async () => {
    await node.close()
    await dropDatabase(databaseUrl)
  }
}, PATIENCE_MS)
afterAll(() => Promise.all([certificates.remove(), others.remove()]))

const urlOf = (user: string, authority = certificates.authority, host = 'localhost') =>
  `esdb://${user}@${host}:${node.port}?tls=true&tlsCaFile=${authority}`

function storeAt(url: string) {
  const store = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(store.close)
  return store
}

const happened = () => [{ id: randomUUID(), type: 'Happened', data: {}, metadata: {} }]

test('a client with the password appends, reads and subscribes over TLS', async () => {
  const store = storeAt(urlOf(USER))
  const { position } = await store.append('thing-1', happened(), 'no_stream')
  expect(await store.readStream('thing-1', { maxCount: 5 })).toHaveLength(1)
  expect(await store.headOfLog()).toBe(position)
  const seen = new Promise((resolve) => {
    store.subscribe({
      name: 'spec',
      after: BEFORE_THE_LOG,
      maxBatch: 10,
      handle: async (events) => resolve(events),
    })
  })
  expect(await seen).toHaveLength(1)
  expect(await diagnose(urlOf(USER))).toBeUndefined()
})

test.each([
  ['a wrong password', () => urlOf('sarraf:wrong')],
  ['another user', () => urlOf(`admin:${PASSWORD}`)],
  ['no credentials', () => urlOf('').replace('//@', '//')],
])('%s is refused, and the reason is said', async (_what, url) => {
  const refused = { message: expect.stringContaining('UNAUTHENTICATED') }
  const stranger = storeAt(url())
  await expect(stranger.append('thing-2', happened(), 'no_stream')).rejects.toMatchObject(refused)
  await expect(stranger.readStream('thing-1', { maxCount: 5 })).rejects.toMatchObject(refused)
  expect(await diagnose(url())).toBe('wrong user, password or token')
})

test('a server that another authority vouches for is not trusted', async () => {
  const said = await diagnose(urlOf(USER, others.authority))
  expect(said).toMatch(
    /^the certificate of localhost:\d+ is not trusted \(\w+\): name its authority/,
  )
  expect(said).not.toContain(PASSWORD)
})

test('the settings of a node that runs alone', () => {
  const given = {
    EVENTSTORE_CERTIFICATE: `${certificates.folder}/eventstore.crt`,
    EVENTSTORE_CERTIFICATE_KEY: `${certificates.folder}/eventstore.key`,
    EVENTSTORE_USER: 'sarraf',
    EVENTSTORE_PASSWORD: PASSWORD,
  }
  const read = settingsFrom(given)
  expect(identityIn(read)).toEqual(certificates.identity)
  expect(usersIn(read)?.()).toEqual([{ name: 'sarraf', password: PASSWORD }])
  expect([identityIn(settingsFrom({})), usersIn(settingsFrom({}))]).toEqual([null, null])
  expect(() => usersIn(settingsFrom({ EVENTSTORE_USER: 'sarraf' }))).toThrow(ConfigurationError)
  const missing = settingsFrom({ ...given, EVENTSTORE_CERTIFICATE_KEY: '/nowhere' })
  expect(() => identityIn(missing)).toThrow(
    'EVENTSTORE_CERTIFICATE_KEY names a file that cannot be read (ENOENT)',
  )
})
