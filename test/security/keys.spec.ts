import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { apiKeyStream } from '#kernel/platform/recording/key-streams.ts'
import { auditPageForThisFile, visitor } from '#test/audit/page/running-page.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'
import { anyNumberOfTries } from '#test/support/without-limits.ts'

const system = systemForThisFile(anyNumberOfTries)
const page = auditPageForThisFile(system, anyNumberOfTries)

const keyOf = ({ credentials: { apiUserId, secretKey } }: Dealer) => ({
  apiUserId,
  secretKey,
  validUntil: '2099-01-01T00:00:00Z',
  rights: ['*', 'audit'],
})

/** What the key of a dealer opens: reading, writing, the audit page. */
async function opened(dealer: Dealer, baseUrl = system.baseUrl) {
  const api = apiAt(baseUrl, dealer.credentials, { mayFail: true })
  const read = await api.get('/v1/expenses')
  const write = await api.post('/v1/expenses', {})
  const audit = await visitor(page.url).signIn(dealer.credentials)
  return [read.status, write.status, audit.status]
}

const EVERYTHING = [200, 400, 303]
const NOTHING = [401, 401, 401]

const lastOf = (stream: string) =>
  withLog(system, async ({ eventStore }) => {
    const found = await eventStore.readStream(stream, { direction: 'backwards', maxCount: 1 })
    const [last] = found
    if (last === undefined) throw new Error(`${stream} is empty`)
    return last
  })

/** As a later release of Sarraf writes it. */
const ofLaterRelease = ({ type, data, metadata }: StoredEvent) => ({
  id: randomUUID(),
  type,
  data,
  metadata: { ...metadata, version: 99 },
})

async function appendUnreadable(stream: string) {
  const last = await lastOf(stream)
  await withLog(system, ({ eventStore }) =>
    eventStore.append(stream, [ofLaterRelease(last)], last.revision),
  )
}

/** The event store as one who has its address and nothing else. */
function stranger() {
  const store = connectEventStore({
    url: system.eventStoreUrl,
    logger: silentLogger,
    macs: noMacs,
  })
  onTestFinished(store.close)
  return store
}

/** An event without a MAC in a voucher's stream parks the company. */
async function park(dealer: Dealer) {
  const { id } = createdIn(await dealer.api.post('/v1/expenses', manual({ isDraft: true })))
  const { type, data, metadata, stream, revision } = await lastOf(`expenseVoucher-${id}`)
  await stranger().append(stream, [{ id: randomUUID(), type, data, metadata }], revision)
  await untilParked(dealer)
}

async function untilParked({ companyId }: Dealer) {
  const client = new pg.Client({ connectionString: system.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const parked = () =>
    client.query('select from read_model.parked_event where company_id = $1', [companyId])
  await expect.poll(async () => (await parked()).rowCount).toBeGreaterThan(0)
}

test('a key that ends while its company is parked opens nothing any more, and back again', async () => {
  const dealer = await newDealer(system)
  await park(dealer)
  expect(await opened(dealer)).toEqual(EVERYTHING)

  await dealer.import({ kind: 'apiKey', data: { ...keyOf(dealer), status: false } })
  expect(await opened(dealer)).toEqual(NOTHING)

  await dealer.import({ kind: 'apiKey', data: keyOf(dealer) })
  expect(await opened(dealer)).toEqual(EVERYTHING)
})

test('a parked company that becomes passive is refused', async () => {
  const dealer = await newDealer(system)
  await park(dealer)
  const company = {
    companyId: undefined,
    id: dealer.companyId,
    title: 'Kapalıçarşı Sarraf',
    taxNumber: '4840847211',
  }
  await dealer.import({ kind: 'company', data: { ...company, status: false } })
  expect(await opened(dealer)).toEqual(NOTHING)
})

test.each([
  ['key', ({ credentials }: Dealer) => apiKeyStream(credentials.apiUserId)],
  ['company', ({ companyId }: Dealer) => `company-${companyId}`],
])(
  'a %s that cannot be read ends the keys of its company, and of no other',
  async (_, streamOf) => {
    const [dealer, neighbour] = [await newDealer(system), await newDealer(system)]
    await appendUnreadable(streamOf(dealer))
    await expect.poll(() => opened(dealer)).toEqual(NOTHING)
    expect(await opened(neighbour)).toEqual(EVERYTHING)

    const { companyId, credentials } = neighbour
    const status = { ...keyOf(neighbour), companyId, status: false }
    await neighbour.import({ kind: 'apiKey', data: status })
    expect([credentials.apiUserId, await opened(neighbour)]).toEqual([
      credentials.apiUserId,
      NOTHING,
    ])
  },
)

test.each([
  ['key', 'ApiKeyRecorded', ({ credentials }: Dealer) => apiKeyStream(credentials.apiUserId)],
  [
    'key of an unknown type',
    'KeyEnded',
    ({ credentials }: Dealer) => apiKeyStream(credentials.apiUserId),
  ],
  ['company', 'CompanyRecorded', ({ companyId }: Dealer) => `company-${companyId}`],
])('a forged %s that names another company ends the keys of its own', async (_, type, streamOf) => {
  const dealer = await newDealer(system)
  const { data, metadata, stream, revision } = await lastOf(streamOf(dealer))
  const elsewhere = { ...metadata, companyId: randomBytes(12).toString('hex') }
  const forged = { id: randomUUID(), type, data, metadata: elsewhere }
  await stranger().append(stream, [forged], revision)
  await expect.poll(() => opened(dealer)).toEqual(NOTHING)
})

test('a price that cannot be read stops the commands of its company, and of no other', async () => {
  const [dealer, neighbour] = [await newDealer(system), await newDealer(system)]
  await appendUnreadable(`price-${dealer.companyId}_gold`)

  const restarted = await anotherCommandService(system)
  for (const url of [system.baseUrl, restarted.url]) {
    const api = apiAt(url, dealer.credentials, { mayFail: true })
    await expect.poll(async () => (await api.post('/v1/expenses', manual())).status).toBe(503)
    const other = apiAt(url, neighbour.credentials)
    expect((await other.post('/v1/expenses', manual({ allowDuplicate: true }))).status).toBe(201)
  }
  expect((await apiAt(system.baseUrl, dealer.credentials).get('/v1/expenses')).status).toBe(200)
  expect((await fetch(`${system.baseUrl}/health/ready`)).status).toBe(200)

  const price = { kind: 'price', data: { material: 'gold', price: '6000' } }
  await expect(dealer.import(price)).rejects.toThrow('holds what this release cannot read')
})
