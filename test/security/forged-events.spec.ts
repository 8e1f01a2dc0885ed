import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'

const system = systemForThisFile()

/** The event store as one who has its address and nothing else. */
function stranger(url = system.eventStoreUrl) {
  const store = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(store.close)
  return store
}

async function databaseOwner() {
  const client = new Client({ connectionString: system.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const eventsIn = (stream: string) =>
  withLog(system, ({ eventStore }) => eventStore.readStream(stream, { maxCount: 100 }))

const forgedFrom = ({ type, data, metadata }: StoredEvent) => ({
  id: randomUUID(),
  type,
  data,
  metadata,
})

async function draftOf({ api }: Dealer, amount = 900) {
  return createdIn(await api.post('/v1/expenses', manual({ amount, isDraft: true }))).id
}

const parkedCompanies = async (client: Client) => {
  const { rows } = await client.query<{ company_id: string; error: string }>(
    'select distinct company_id, error from read_model.parked_event where error is not null',
  )
  return rows.map(({ company_id, error }) => [company_id, error])
}

test('a forged event in a stream stops writes to it, parks its company, and affects no other company', async () => {
  const [dealer, neighbour] = [await newDealer(system), await newDealer(system)]
  const [voucher, other] = [await draftOf(dealer), await draftOf(dealer, 901)]
  const stream = `expenseVoucher-${voucher}`
  const [drafted] = await eventsIn(stream)
  if (drafted === undefined) throw new Error('nothing was written')

  await stranger().append(stream, [forgedFrom(drafted)], 0n)

  const api = apiAt(system.baseUrl, dealer.credentials, { mayFail: true })
  const refused = await api.delete(`/v1/expenses/${voucher}`)
  expect(refusal(refused).slice(0, 2)).toEqual([503, 'INTERNAL_ERROR'])
  const client = await databaseOwner()
  await vi.waitFor(
    async () =>
      expect(await parkedCompanies(client)).toContainEqual([
        dealer.companyId,
        `ForgedEvent: VoucherDrafted at revision 1 of ${stream} has no valid MAC`,
      ]),
    LONGEST_WAIT_MS,
  )
  expect((await api.delete(`/v1/expenses/${other}`)).status).toBe(200)
  expect(createdIn(await neighbour.api.post('/v1/expenses', manual())).id).toMatch(/\w{24}/)
})

test('a genuine event that is copied to another place counts for nothing there', async () => {
  const dealer = await newDealer(system)
  const voucher = await draftOf(dealer)
  const [drafted] = await eventsIn(`expenseVoucher-${voucher}`)
  if (drafted === undefined) throw new Error('nothing was written')
  const { id, type, data, metadata } = drafted
  const elsewhere = recordId()

  await stranger().append(
    `expenseVoucher-${elsewhere}`,
    [{ id, type, data, metadata }],
    'no_stream',
  )

  const api = apiAt(system.baseUrl, dealer.credentials, { mayFail: true })
  expect((await api.delete(`/v1/expenses/${elsewhere}`)).status).toBe(503)
  expect((await api.get(`/v1/expenses/${elsewhere}`)).status).toBe(404)
})

test('a key that a stranger adds to the log opens nothing', async () => {
  const dealer = await newDealer(system)
  const api = apiAt(system.baseUrl, { apiUserId: 'mallory', secretKey: 'x'.repeat(32) })
  const keys = await withLog(system, async ({ eventStore }) => {
    const found: StoredEvent[] = []
    for await (const event of eventStore.readLog(START_OF_LOG)) {
      if (event.type === 'ApiKeyRecorded') found.push(event)
    }
    return found.filter(({ metadata }) => metadata['companyId'] === dealer.companyId)
  })
  const [key] = keys
  if (key === undefined) throw new Error('the dealer has no key')
  const data = { ...key.data, apiUserId: 'mallory', secretHash: 'scrypt$16384$8$1$AAAA$AAAA' }

  await stranger().append('apiKey-mallory', [{ ...forgedFrom(key), data }], 'no_stream')

  expect((await api.get('/v1/expenses')).status).toBe(401)
})

test.each([
  ['apiKey-timeout', 'ApiKeyRecorded', {}],
  ['apiKey-connection', 'Connection terminated', {}],
  ['price-nul', 'PriceRecorded', { companyId: 'a\0b' }],
  ['price-long', 'PriceRecorded', { companyId: randomBytes(3_000).toString('hex') }],
])(
  'a forged event stops nobody else, neither by its names nor by its company: %j, %s',
  async (stream, type, metadata) => {
    await stranger().append(stream, [{ id: randomUUID(), type, data: {}, metadata }], 'no_stream')

    const dealer = await newDealer(system)
    const restarted = await anotherCommandService(system)
    for (const url of [system.baseUrl, restarted.url]) {
      const api = apiAt(url, dealer.credentials)
      const created = await api.post('/v1/expenses', manual({ allowDuplicate: true }))
      expect(createdIn(created).id).toMatch(/\w{24}/)
    }
    await vi.waitFor(async () => expect((await idsOf(dealer.api)).length).toBe(2), {
      timeout: LONGEST_WAIT_MS,
    })
  },
)

test('a log that other keys signed stops the start: nothing is ready, nothing is written', async () => {
  const node = await eventStoreNodeForThisTest()
  const dealer = await newDealer(system)
  const [drafted] = await eventsIn(`expenseVoucher-${await draftOf(dealer)}`)
  if (drafted === undefined) throw new Error('nothing was written')
  const { mac: _, ...unsigned } = drafted.metadata
  await stranger(node.url).append(
    drafted.stream,
    [{ ...forgedFrom(drafted), metadata: unsigned }],
    'no_stream',
  )

  const service = await anotherCommandService(system, { EVENTSTORE_URL: node.url })

  await vi.waitFor(async () => {
    const ready = await fetch(`${service.url}/health/ready`)
    expect([ready.status, await ready.text()]).toEqual([
      503,
      expect.stringMatching(/which this vault did not sign|this event store has another log/),
    ])
  }, LONGEST_WAIT_MS)
})
