import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { newClient } from '#kernel/platform/event-store/client.ts'
import { freePort } from '#stack/free-port.ts'
import { followerOfLeftOutEvents } from '#test/shared-kernel/platform/event-store/left-out-events.ts'
import { evaluate, type Scrape } from '#test/support/alerts/promql.ts'
import { alertRules } from '#test/support/alerts/rules.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { gatewayForThisTest } from '#test/support/upstream.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { waitingForTables } from '#test/support/waiting-locks.ts'
import { administrator, stranger } from './connections.ts'
import { firing, type Scenarios, SOON, scrape, scrapeOf, untilFiring } from './firing.ts'
import { webhookService } from './webhook-service.ts'

/** The services and their read models. */
export const alertsOfServices = (system: SystemAddresses): Scenarios => ({
  async SarrafServiceMissing() {
    const url = await gatewayForThisTest({})
    expect(firing(await scrape(url))).toContain('SarrafServiceMissing')
    expect(servicesMissing(await scrape(system.baseUrl))).toEqual(['webhooks'])
  },

  async SarrafNotReady() {
    const dead = eventStoreUrl(await freePort())
    const { url } = await anotherCommandService(system, { EVENTSTORE_URL: dead })
    const webhooks = await webhookService(system, { EVENTSTORE_URL: dead })
    await untilFiring('SarrafNotReady', async () => [await scrape(url)])
    await untilFiring('SarrafNotReady', async () => [await scrape(webhooks)])
  },

  async SarrafDamagedStream() {
    const { api, credentials } = await newDealer(system)
    const { id } = createdIn(await api.post('/v1/expenses', manual()))
    const client = newClient(system.eventStoreUrl)
    onTestFinished(() => client.dispose())
    const { url } = await anotherCommandService(system)
    expect(firing(await scrape(url))).not.toContain('SarrafDamagedStream')
    await client.setStreamMetadata(`expenseVoucher-${id}`, { truncateBefore: 1 })
    const remove = () => apiAt(url, credentials, { mayFail: true }).delete(`/v1/expenses/${id}`)
    await expect.poll(async () => (await remove()).status).toBe(503)
    expect(firing(await scrape(url))).toContain('SarrafDamagedStream')

    await client.setStreamMetadata(`expenseVoucher-${id}`, {})
    // Read whole again, it is a finalized voucher, which nobody deletes.
    await expect.poll(async () => (await remove()).status).toBe(409)
    expect(firing(await scrape(url))).not.toContain('SarrafDamagedStream')
  },

  async SarrafErrors() {
    const client = await administrator(system)
    const dealer = await newDealer(system)
    const api = apiAt(system.baseUrl, dealer.credentials, { mayFail: true })
    await client.query('alter table read_model.bank_account rename to away')
    onTestFinished(async () => {
      await client.query('alter table read_model.away rename to bank_account')
    })
    expect((await api.get('/v1/bank-accounts')).status).toBe(500)
    const before = await scrape(system.baseUrl)
    await api.get('/v1/bank-accounts')

    expect(firing(before, await scrape(system.baseUrl))).toContain('SarrafErrors')
  },

  async SarrafSlowReads() {
    const { api } = await newDealer(system)
    await api.get('/v1/invoices')
    const before = await scrape(system.baseUrl)
    const client = await administrator(system)
    await client.query('begin; lock table read_model.invoice in access exclusive mode')
    const read = api.get('/v1/invoices')
    // However late it comes: its second begins when it waits.
    await expect.poll(async () => (await client.query(waitingReads)).rowCount, SOON).toBe(1)
    await client.query('select pg_sleep(1.2); rollback')
    await read

    expect(firing(before, await scrape(system.baseUrl))).toContain('SarrafSlowReads')
  },

  async SarrafReadModelsBehind() {
    const { api } = await newDealer(system)
    const client = await administrator(system)
    await client.query('begin; lock table read_model.checkpoint in access exclusive mode')
    await api.post('/v1/expenses', manual())
    await untilFiring('SarrafReadModelsBehind', async () => [await scrape(system.baseUrl)])
    await client.query('rollback')
  },

  async SarrafEventsMissing() {
    const { registry } = await followerOfLeftOutEvents(system.eventStoreUrl)
    await untilFiring('SarrafEventsMissing', async () => [await scrapeOf(registry)])
  },

  async SarrafProjectionRestarts() {
    const client = await administrator(system)
    const before = await scrape(system.baseUrl)
    await untilFiring('SarrafProjectionRestarts', async () => {
      await client.query(projectionsEnd, [new URL(system.databases.projections).username])
      return [before, await scrape(system.baseUrl)]
    })
  },

  async SarrafCompanyParked() {
    const { api } = await newDealer(system)
    const { id } = createdIn(await api.post('/v1/expenses', manual({ isDraft: true })))
    const store = stranger(system)
    const stream = `expenseVoucher-${id}`
    const [drafted] = await store.readStream(stream, { maxCount: 1 })
    if (drafted === undefined) throw new Error('nothing was written')
    const { type, data, metadata } = drafted
    await store.append(stream, [{ id: randomUUID(), type, data, metadata }], 0n)
    await untilFiring('SarrafCompanyParked', async () => [await scrape(system.baseUrl)])
  },
})

const servicesMissing = (scraped: Scrape) =>
  alertRules
    .filter(({ alert }) => alert === 'SarrafServiceMissing')
    .flatMap(({ expr }) => evaluate(expr, [scraped]))
    .map(({ labels }) => labels['service'])

const waitingReads = `${waitingForTables} and relation = 'read_model.invoice'::regclass`

const projectionsEnd = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = $1`
