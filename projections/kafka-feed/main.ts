import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { startKafkaFeed } from './composition.ts'
import { readFeedSettings } from './settings.ts'

const settings = readSettingsOrExit(readFeedSettings)
const logger = createLogger({ name: 'feed', level: settings.logLevel })

await runService({
  logger,
  tracing: { service: 'feed', endpoint: settings.traceEndpoint },
  databaseUrl: settings.databaseUrl,
  destroyedKeys: settings.destroyedKeys,
  start: (onClose) => startKafkaFeed(settings, logger, onClose),
})
