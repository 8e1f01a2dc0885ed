import { exposeCertificates } from '#kernel/platform/checks/certificates.ts'
import { openPool, SHORT_STATEMENTS_MS } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { openFollowedLog } from '#kernel/platform/log-chain/open-followed-log.ts'
import type { OnClose } from '#kernel/platform/process/lifecycle.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { createMetrics, exposeMissing, serveMetrics } from '#kernel/platform/process/metrics.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { serveHealth } from './health-server.ts'
import { webhookMetrics } from './metrics.ts'
import { missingParts } from './readiness.ts'
import type { WebhookSettings } from './settings.ts'
import { backlogsIn } from './store/backlogs.ts'
import { startWebhooks, type Webhooks } from './webhooks.ts'

const CONNECTIONS = 2

/** Starts the dependencies in order. Health comes first, so that it can report `starting`. */
export async function startWebhookService(
  settings: WebhookSettings,
  logger: Logger,
  onClose: OnClose,
) {
  const { host, port, metricsPort, databaseUrl, eventStoreUrl, allowPrivate } = settings
  const registry = createMetrics('webhooks')
  exposeCertificates(registry, [databaseUrl, eventStoreUrl])
  let webhooks: Webhooks | undefined
  let log: EventStore | undefined
  const parts = () => ({ webhooks, log })
  exposeMissing(registry, async () => missingParts(parts()))
  const health = await serveHealth({
    host,
    port,
    parts,
    registry: metricsPort === null ? registry : undefined,
  })
  onClose('health', health.close)
  if (metricsPort !== null) {
    const server = await serveMetrics(registry, { host, port: metricsPort })
    onClose('metrics', server.close)
  }
  const pool = openPool(databaseUrl, {
    logger,
    max: CONNECTIONS,
    name: 'sarraf webhooks',
    statementTimeoutMs: SHORT_STATEMENTS_MS,
  })
  onClose('database pool', () => pool.end())
  const vault = await openVault(pool, settings.vaultKey)
  const eventStore = await openFollowedLog({
    url: eventStoreUrl,
    macs: vault.eventMacs,
    pool,
    registry,
    logger,
    onClose,
    witness: settings.witness,
  })
  log = eventStore
  const metrics = webhookMetrics(registry, () => backlogsIn(pool))
  webhooks = startWebhooks({ databaseUrl, eventStore, vault, logger, metrics, allowPrivate })
  onClose('webhooks', webhooks.close)
}
