// @module-tag embedded-parts

import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { Client } from 'pg'
import { Registry } from 'prom-client'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  exposeClockOffset,
  joinRunningProcesses,
} from '#command/event-sourcing/running-processes.ts'
import { exposeCertificates } from '#kernel/platform/certificates.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { runningRequests } from '#kernel/platform/http/running-requests.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { exposeFreeDisk } from '#projections/audit/evidence-format.ts'
import { startKafkaFeed } from '#projections/kafka-feed/composition.ts'
import { readFeedSettings } from '#projections/kafka-feed/settings.ts'
import { startWebhookService } from '#projections/webhooks/composition.ts'
import { readWebhookSettings } from '#projections/webhooks/settings.ts'
import { freePort } from '#stack/free-port.ts'
import { receiverForThisTest } from '#test/projections/webhooks/receiver.ts'
import { evaluate, type Scrape } from '#test/support/alerts/promql.ts'
import { alertRules } from '#test/support/alerts/rules.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { madeCertificates } from '#test/support/certificates.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { ask, newShop, order } from '#test/support/kmts-queries.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { samplesAt, samplesIn } from '#test/support/samples.ts'
import { electronicDealer, fault, HASTE, newDraft, untilCode } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'
import { gatewayForThisTest } from '#test/support/upstream.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const folder = mkdtempSync(join(tmpdir(), 'sarraf-alerts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const witness = join(folder, 'witness.ndjson')
const system = systemForThisFile({
  ...HASTE,
  NOTARY_KEY: randomBytes(32).toString('hex'),
  NOTARY_INTERVAL_SECONDS: '1',
  NOTARY_WITNESS: witness,
})

const SOON = { timeout: 40_000, interval: 100 }

const scrape = async (url = system.baseUrl): Promise<Scrape> => ({
  at: Date.now() / 1_000,
  samples: await samplesAt(url),
})
const scrapeOf = async (registry: Registry): Promise<Scrape> => ({
  at: Date.now() / 1_000,
  samples: samplesIn(await registry.metrics()),
})

/**
 * The names of the alerts that these scrapes fire, however long they would have to last. What fires has the
 * labels that its summary names.
 */
const firing = (...scrapes: readonly Scrape[]) =>
  alertRules.flatMap(({ alert, expr, annotations: { summary } }) => {
    const found = evaluate(expr, scrapes)
    const named = [...summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label)
    for (const { labels } of found) {
      expect([alert, Object.keys(labels)]).toEqual([alert, expect.arrayContaining(named)])
    }
    return found.length > 0 ? [alert] : []
  })

/** Several processes at one moment. */
async function together(...urls: readonly string[]): Promise<Scrape> {
  const samples = (await Promise.all(urls.map((url) => samplesAt(url)))).flat()
  return { at: Date.now() / 1_000, samples }
}

const servicesMissing = (scraped: Scrape) =>
  alertRules
    .filter(({ alert }) => alert === 'SarrafServiceMissing')
    .flatMap(({ expr }) => evaluate(expr, [scraped]))
    .map(({ labels }) => labels['service'])

/** Scrapes until the alert fires. */
const untilFiring = (alert: string, scraped: () => Promise<readonly Scrape[]>) =>
  expect.poll(async () => firing(...(await scraped())), SOON).toContain(alert)

async function administrator() {
  const client = new Client({ connectionString: system.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('nothing fires while the system works', async () => {
  const webhooks = await webhookService()
  const { api } = await newDealer(system)
  createdIn(await api.post('/v1/expenses', manual()))
  async function usualWork() {
    const before = await scrape()
    await api.get('/v1/expenses')
    return firing(before, await together(system.baseUrl, webhooks))
  }
  await expect.poll(usualWork, SOON).toEqual([])
})

/** Who reaches the event store and has no key. */
function stranger() {
  const url = system.eventStoreUrl
  const store = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(store.close)
  return store
}

/** What each alert is for, brought about. */
const scenarios: Readonly<Record<string, () => Promise<void>>> = {
  async SarrafServiceMissing() {
    const url = await gatewayForThisTest({})
    expect(firing(await scrape(url))).toContain('SarrafServiceMissing')
    expect(servicesMissing(await scrape())).toEqual(['webhooks'])
  },

  async SarrafNotReady() {
    const dead = eventStoreUrl(await freePort())
    const { url } = await anotherCommandService(system, { EVENTSTORE_URL: dead })
    const webhooks = await webhookService({ EVENTSTORE_URL: dead })
    await untilFiring('SarrafNotReady', async () => [await scrape(url)])
    await untilFiring('SarrafNotReady', async () => [await scrape(webhooks)])
  },

  async SarrafErrors() {
    const client = await administrator()
    const dealer = await newDealer(system)
    const api = apiAt(system.baseUrl, dealer.credentials, { mayFail: true })
    await client.query('alter table read_model.bank_account rename to away')
    onTestFinished(async () => {
      await client.query('alter table read_model.away rename to bank_account')
    })
    expect((await api.get('/v1/bank-accounts')).status).toBe(500)
    const before = await scrape()
    await api.get('/v1/bank-accounts')

    expect(firing(before, await scrape())).toContain('SarrafErrors')
  },

  async SarrafSlowReads() {
    const { api } = await newDealer(system)
    await api.get('/v1/invoices')
    const before = await scrape()
    const client = await administrator()
    await client.query('begin; lock table read_model.invoice in access exclusive mode')
    const read = api.get('/v1/invoices')
    await client.query('select pg_sleep(1.2); rollback')
    await read

    expect(firing(before, await scrape())).toContain('SarrafSlowReads')
  },

  async SarrafReadModelsBehind() {
    const { api } = await newDealer(system)
    const client = await administrator()
    await client.query('begin; lock table read_model.checkpoint in access exclusive mode')
    await api.post('/v1/expenses', manual())
    await untilFiring('SarrafReadModelsBehind', async () => [await scrape()])
    await client.query('rollback')
  },

  async SarrafProjectionRestarts() {
    const client = await administrator()
    const before = await scrape()
    await untilFiring('SarrafProjectionRestarts', async () => {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename = $1`,
        [new URL(system.databases.projections).username],
      )
      return [before, await scrape()]
    })
  },

  async SarrafCompanyParked() {
    const { api } = await newDealer(system)
    const { id } = createdIn(await api.post('/v1/expenses', manual({ isDraft: true })))
    const store = stranger()
    const stream = `expenseVoucher-${id}`
    const [drafted] = await store.readStream(stream, { maxCount: 1 })
    if (drafted === undefined) throw new Error('nothing was written')
    const { type, data, metadata } = drafted
    await store.append(stream, [{ id: randomUUID(), type, data, metadata }], 0n)
    await untilFiring('SarrafCompanyParked', async () => [await scrape()])
  },

  async SarrafDocumentsStuck() {
    const draft = await newDraft(system, await electronicDealer(system))
    const code = await untilCode(draft)
    await fault(system, 'voucher.submit', 'timeout')
    await draft.confirm(code)
    await expect.poll(draft.state, SOON).toBe('review_required')
    const { url } = await anotherCommandService(system, HASTE)
    await untilFiring('SarrafDocumentsStuck', async () => [await scrape(url)])
  },

  async SarrafProviderFails() {
    const { api } = await newShop(system)
    await order(system, 'error', { times: 2 })
    await ask(api, 'KMV-1')
    const before = await scrape()
    await ask(api, 'KMV-2')
    expect(firing(before, await scrape())).toContain('SarrafProviderFails')
  },

  async SarrafKmtsLimit() {
    const { api } = await newShop(system)
    const before = await scrape()
    await untilFiring('SarrafKmtsLimit', async () => {
      await ask(api, 'KMV-1')
      return [before, await scrape()]
    })
  },

  /** In a stream that no table shows, so no company is parked. */
  async SarrafForgedEvent() {
    const data = { number: 7 }
    const forged = { id: randomUUID(), type: 'NumberTaken', data, metadata: {} }
    await stranger().append(`numberBook-${randomUUID()}`, [forged], 'no_stream')
    await untilFiring('SarrafForgedEvent', async () => [await scrape()])
  },

  /** The notary lost its witness, so it does not sign what happens from now on. */
  async SarrafEvidenceBroken() {
    await expect.poll(() => existsSync(witness), SOON).toBe(true)
    rmSync(witness)
    const { api } = await newDealer(system)
    await api.post('/v1/expenses', manual())
    await untilFiring('SarrafEvidenceBroken', async () => [await scrape()])
  },

  async SarrafNotSigned() {
    rmSync(witness, { force: true })
    const { api } = await newDealer(system)
    await api.post('/v1/expenses', manual())
    await untilFiring('SarrafNotSigned', async () => [await scrape()])
  },

  async SarrafFeedStopped() {
    const port = await freePort()
    const settings = settingsFrom({
      PORT: String(port),
      DATABASE_URL: system.databases.projections,
      EVENTSTORE_URL: system.eventStoreUrl,
      VAULT_KEY: system.vaultKey,
      KAFKA_BROKERS: `127.0.0.1:${await freePort()}`,
    })
    await startKafkaFeed(readFeedSettings(settings), silentLogger, (_part, close) => {
      onTestFinished(async () => {
        await close()
      })
    })
    await untilFiring('SarrafFeedStopped', async () => [await scrape(`http://127.0.0.1:${port}`)])
  },

  async SarrafWebhooksBehind() {
    const { url } = await endpointAnswering(503)
    const client = await administrator()
    await untilFiring('SarrafWebhooksBehind', async () => {
      await client.query(`update webhooks.delivery set added_at = now() - interval '2 hours'`)
      return [await scrape(url)]
    })
  },

  async SarrafWebhookFails() {
    const { url } = await endpointAnswering(503)
    const client = await administrator()
    await untilFiring('SarrafWebhookFails', async () => {
      await client.query(`update webhooks.failing set since = now() - interval '1 hour'`)
      return [await scrape(url)]
    })
  },

  async SarrafWebhookStandsStill() {
    const { url, voucherId } = await endpointAnswering(204)
    await writeOfLaterVersion(`expenseVoucher-${voucherId}`)
    await untilFiring('SarrafWebhookStandsStill', async () => [await scrape(url)])
  },

  async SarrafWebhookDisabled() {
    const { url } = await endpointAnswering(410)
    await untilFiring('SarrafWebhookDisabled', async () => [await scrape(url)])
  },

  async SarrafClockOff() {
    const pool = openPool(system.databaseUrl, { logger: silentLogger, max: 1, name: 'test' })
    onTestFinished(() => pool.end())
    const processes = await joinRunningProcesses({
      pool,
      logger: silentLogger,
      requests: runningRequests(),
      clock: () => Date.now() - 5_000,
    })
    onTestFinished(processes.close)
    const registry = new Registry()
    exposeClockOffset(registry, processes)
    expect(firing(await scrapeOf(registry))).toContain('SarrafClockOff')
  },

  async SarrafCertificateExpires() {
    const certificates = await madeCertificates('expiring', { DAYS: '5' })
    onTestFinished(certificates.remove)
    const { authority, identity } = certificates
    const server = `localhost:${await portWith(identity)}`
    const registry = new Registry()
    exposeCertificates(registry, [`esdb+discover://user:secret@${server}?tlsCaFile=${authority}`])
    const scraped = await scrapeOf(registry)
    const inTime = scraped.at + 30 * 86_400
    expect(scraped.samples.map(({ labels, value }) => [labels, value > inTime])).toEqual([
      [{ certificate: authority }, true],
      [{ certificate: server }, false],
    ])
    expect(firing(scraped)).toContain('SarrafCertificateExpires')

    const unreadable = new Registry()
    exposeCertificates(unreadable, [`esdb://localhost?tls=false&tlsCaFile=${authority}.away`])
    expect(firing(await scrapeOf(unreadable))).toContain('SarrafCertificateExpires')
  },

  /** Nothing is free on the file system of the processes. */
  async SarrafDiskFull() {
    const registry = new Registry()
    exposeFreeDisk(registry, '/proc')
    expect(firing(await scrapeOf(registry))).toContain('SarrafDiskFull')
  },
}

test('each alert is brought about here', () => {
  expect(Object.keys(scenarios).toSorted()).toEqual(alertRules.map(({ alert }) => alert).toSorted())
})

test.each(Object.entries(scenarios))('%s fires', async (_alert, bringAbout) => {
  expect.hasAssertions()
  await bringAbout()
})

/** The webhooks' process with an endpoint that answers so, and an event for it. */
async function endpointAnswering(status: number) {
  const receiver = await receiverForThisTest((_received, response) => {
    response.writeHead(status).end()
  })
  const url = await webhookService()
  const dealer = await newDealer(system)
  const data = { endpointId: recordId(), url: receiver.url, eventTypes: ['sarraf.*'] }
  await dealer.import({ kind: 'webhookEndpoint', data })
  const { id: voucherId } = createdIn(await dealer.api.post('/v1/expenses', manual()))
  return { url, voucherId }
}

/** The webhooks' process; gives its address. */
async function webhookService(environment: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
  const settings = settingsFrom({
    PORT: String(port),
    DATABASE_URL: system.databases.projections,
    EVENTSTORE_URL: system.eventStoreUrl,
    VAULT_KEY: system.vaultKey,
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    ...environment,
  })
  await startWebhookService(readWebhookSettings(settings), silentLogger, (_part, close) => {
    onTestFinished(async () => {
      await close()
    })
  })
  return `http://127.0.0.1:${port}`
}

/** The last event of a stream once more, as a later release would write it. */
async function writeOfLaterVersion(stream: string) {
  const pool = openPool(system.databases.projections, {
    logger: silentLogger,
    max: 1,
    name: 'test',
  })
  onTestFinished(() => pool.end())
  const { eventMacs: macs } = await openVault(pool, Buffer.from(system.vaultKey, 'hex'))
  const store = connectEventStore({ url: system.eventStoreUrl, logger: silentLogger, macs })
  onTestFinished(store.close)
  const [last] = await store.readStream(stream, { direction: 'backwards', maxCount: 1 })
  if (last === undefined) throw new Error('nothing was written')
  const { type, data, metadata, revision } = last
  const later = { id: randomUUID(), type, data, metadata: { ...metadata, version: 99 } }
  await store.append(stream, [later], revision)
}

async function portWith({ certificate: cert, key }: { certificate: string; key: string }) {
  const server = createServer({ cert, key }, () => undefined)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' ? address?.port : undefined
}
