import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { webhookMetrics } from '#publishing/webhooks/metrics.ts'
import { startWebhooks, type WebhookOptions } from '#publishing/webhooks/webhooks.ts'
import type { Dealer } from '#test/projections/dealer.ts'

/** Delivers in this process, with short pauses, until the running test ends. */
export function delivering(dealer: Dealer, options: Partial<WebhookOptions> = {}) {
  const webhooks = startWebhooks({
    databaseUrl: dealer.databases.webhooks,
    eventStore: dealer.eventStore,
    vault: dealer.vault,
    logger: silentLogger,
    metrics: webhookMetrics(new Registry(), async () => []),
    allowPrivate: true,
    pauseMs: () => 20,
    ...options,
  })
  onTestFinished(webhooks.close)
  return webhooks
}
