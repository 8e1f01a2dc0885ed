import { exposeCertificates } from '#kernel/platform/checks/certificates.ts'
import { openPool, SHORT_STATEMENTS_MS } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { openFollowedLog } from '#kernel/platform/log-chain/open-followed-log.ts'
import type { OnClose } from '#kernel/platform/process/lifecycle.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { createMetrics, serveMetrics } from '#kernel/platform/process/metrics.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { type Feed, startFeed } from './feed.ts'
import { serveHealth } from './health-server.ts'
import { createFeedMetrics, exposeStatus } from './metrics.ts'
import type { FeedSettings } from './settings.ts'

const VAULT_CONNECTIONS = 1

/** Starts the dependencies in order. Health comes first, so that it can report `starting`. */
export async function startKafkaFeed(settings: FeedSettings, logger: Logger, onClose: OnClose) {
  const { host, port, metricsPort, databaseUrl, eventStoreUrl } = settings
  const registry = createMetrics('feed')
  const brokers = settings.kafka.tls ? settings.kafka.brokers : []
  exposeCertificates(
    registry,
    brokers.map((broker) => `kafka://${broker}`),
  )
  let feed: Feed | undefined
  let eventStore: EventStore | undefined
  const health = await serveHealth({
    host,
    port,
    status: () => feed?.status(),
    log: () => eventStore,
    registry: metricsPort === null ? registry : undefined,
  })
  onClose('health', health.close)
  if (metricsPort !== null) {
    const server = await serveMetrics(registry, { host, port: metricsPort })
    onClose('metrics', server.close)
  }
  const pool = openPool(databaseUrl, {
    logger,
    max: VAULT_CONNECTIONS,
    name: 'sarraf feed',
    statementTimeoutMs: SHORT_STATEMENTS_MS,
  })
  onClose('database pool', () => pool.end())
  const vault = await openVault(pool, settings.vaultKey)
  eventStore = await openFollowedLog({
    url: eventStoreUrl,
    macs: vault.eventMacs,
    pool,
    registry,
    logger,
    onClose,
    witness: settings.witness,
  })
  const { headOfLog } = eventStore
  exposeStatus(registry, { status: () => feed?.status(), headOfLog })
  feed = startFeed({
    kafka: kafkaClient(settings.kafka, logger),
    connection: settings.kafka,
    topics: settings.topics,
    schemasUrl: settings.schemasUrl,
    schemaRegistryUrl: settings.schemaRegistryUrl,
    eventStore,
    vault,
    logger,
    metrics: createFeedMetrics(registry),
  })
  onClose('feed', feed.close)
}
