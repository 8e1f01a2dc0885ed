import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { startWebhookService } from './composition.ts'
import { readWebhookSettings } from './settings.ts'

const settings = readSettingsOrExit(readWebhookSettings)
const logger = createLogger({ name: 'webhooks', level: settings.logLevel })

await runService({
  logger,
  tracing: { service: 'webhooks', endpoint: settings.traceEndpoint },
  databaseUrl: settings.databaseUrl,
  destroyedKeys: settings.destroyedKeys,
  start: (onClose) => startWebhookService(settings, logger, onClose),
})
