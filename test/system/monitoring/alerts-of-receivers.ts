import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { readFeedSettings } from '#publishing/kafka/settings.ts'
import { startKafkaFeed } from '#publishing/kafka/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import { receiverForThisTest } from '#test/publishing/webhooks/receiver.ts'
import { startedWith } from '#test/support/started-with.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { administrator } from './connections.ts'
import { type Scenarios, scrape, untilFiring } from './firing.ts'
import { webhookService } from './webhook-service.ts'

/** The feed, and the webhooks with their endpoints. */
export const alertsOfReceivers = (system: SystemAddresses): Scenarios => ({
  async SarrafFeedStopped() {
    const port = await freePort()
    const settings = settingsFrom({
      PORT: String(port),
      DATABASE_URL: system.databases.feed,
      EVENTSTORE_URL: system.eventStoreUrl,
      VAULT_KEY: system.vaultKey,
      KAFKA_BROKERS: `127.0.0.1:${await freePort()}`,
    })
    await startKafkaFeed(
      startedWith('feed', readFeedSettings(settings), (_part, close) => {
        onTestFinished(async () => {
          await close()
        })
      }),
    )
    await untilFiring('SarrafFeedStopped', async () => [await scrape(`http://127.0.0.1:${port}`)])
  },

  async SarrafWebhooksBehind() {
    const { url } = await endpointAnswering(system, 503)
    const client = await administrator(system)
    await untilFiring('SarrafWebhooksBehind', async () => {
      await client.query(`update webhooks.delivery set added_at = now() - interval '2 hours'`)
      return [await scrape(url)]
    })
  },

  async SarrafWebhookFails() {
    const { url } = await endpointAnswering(system, 503)
    const client = await administrator(system)
    await untilFiring('SarrafWebhookFails', async () => {
      await client.query(`update webhooks.failing set since = now() - interval '1 hour'`)
      return [await scrape(url)]
    })
  },

  async SarrafWebhookStandsStill() {
    const { url, voucherId } = await endpointAnswering(system, 204)
    await writeOfLaterVersion(system, `expenseVoucher-${voucherId}`)
    await untilFiring('SarrafWebhookStandsStill', async () => [await scrape(url)])
  },

  async SarrafWebhookDisabled() {
    const { url } = await endpointAnswering(system, 410)
    await untilFiring('SarrafWebhookDisabled', async () => [await scrape(url)])
  },
})

/** The webhooks' process with an endpoint that answers so, and an event for it. */
async function endpointAnswering(system: SystemAddresses, status: number) {
  const receiver = await receiverForThisTest((_received, response) => {
    response.writeHead(status).end()
  })
  const url = await webhookService(system)
  const dealer = await newDealer(system)
  const data = { endpointId: recordId(), url: receiver.url, eventTypes: ['sarraf.*'] }
  await dealer.import({ kind: 'webhookEndpoint', data })
  const { id: voucherId } = createdIn(await dealer.api.post('/v1/expenses', manual()))
  return { url, voucherId }
}

/** The last event of a stream once more, as a later release would write it. */
async function writeOfLaterVersion(system: SystemAddresses, stream: string) {
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
