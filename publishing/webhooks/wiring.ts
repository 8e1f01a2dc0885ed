import { exposeCertificates } from '#kernel/platform/checks/certificates.ts'
import { openServicePool } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { openFollowedLog } from '#kernel/platform/log-chain/open-followed-log.ts'
import { readinessAnswer } from '#kernel/platform/process/health-server.ts'
import { exposeMissing } from '#kernel/platform/process/metrics.ts'
import type { RunningService } from '#kernel/platform/process/run-service-named.ts'
import { serveHealth } from '#kernel/platform/process/serve-health.ts'
import { untilSecretsAreMade } from '#kernel/platform/vault/named-secrets.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { backlogsIn } from '#kernel/platform/webhooks/backlogs.ts'
import { webhookMetrics } from './metrics.ts'
import { missingParts } from './readiness.ts'
import type { WebhookSettings } from './settings.ts'
import { startWebhooks, type Webhooks } from './webhooks.ts'

const CONNECTIONS = 2

/** Starts the dependencies in order. Health comes first, so that it can report `starting`. */
export async function startWebhookService(run: RunningService<WebhookSettings>) {
  const { settings, logger, registry, onClose } = run
  const { databaseUrl, eventStoreUrl, allowPrivate } = settings
  exposeCertificates(registry, [databaseUrl, eventStoreUrl])
  let webhooks: Webhooks | undefined
  let log: EventStore | undefined
  const parts = () => ({ webhooks, log })
  exposeMissing(registry, async () => missingParts(parts()))
  await serveHealth(run, {
    '/health/ready': () => readinessAnswer(missingParts(parts()), { phase: webhooks?.phase() }),
  })
  const pool = openServicePool(run, { name: 'sarraf webhooks', max: CONNECTIONS })
  await untilSecretsAreMade(pool, run.logger)
  const vault = await openVault(pool, settings.vaultKey)
  const eventStore = await openFollowedLog({ ...run, pool, vault })
  log = eventStore
  const metrics = webhookMetrics(registry, () => backlogsIn(pool))
  webhooks = startWebhooks({ databaseUrl, eventStore, vault, logger, metrics, allowPrivate })
  onClose('webhooks', webhooks.close)
}
