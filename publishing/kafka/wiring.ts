import { exposeCertificates } from '#kernel/platform/checks/certificates.ts'
import { openServicePool } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { openFollowedLog } from '#kernel/platform/log-chain/open-followed-log.ts'
import type { RunningService } from '#kernel/platform/process/run-service-named.ts'
import { serveHealth } from '#kernel/platform/process/serve-health.ts'
import { untilSecretsAreMade } from '#kernel/platform/vault/named-secrets.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { type Feed, startFeed } from './feed.ts'
import { feedAnswers } from './health-server.ts'
import { createFeedMetrics, exposeStatus } from './metrics.ts'
import type { FeedSettings } from './settings.ts'

const VAULT_CONNECTIONS = 1

/** Starts the dependencies in order. Health comes first, so that it can report `starting`. */
export async function startKafkaFeed(run: RunningService<FeedSettings>) {
  const { settings, logger, registry, onClose } = run
  const brokers = settings.kafka.tls ? settings.kafka.brokers : []
  exposeCertificates(
    registry,
    brokers.map((broker) => `kafka://${broker}`),
  )
  let feed: Feed | undefined
  let eventStore: EventStore | undefined
  await serveHealth(run, feedAnswers({ status: () => feed?.status(), log: () => eventStore }))
  const pool = openServicePool(run, { name: 'sarraf feed', max: VAULT_CONNECTIONS })
  await untilSecretsAreMade(pool, run.logger)
  const vault = await openVault(pool, settings.vaultKey)
  eventStore = await openFollowedLog({ ...run, pool, vault })
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
