import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { createMetrics } from '#kernel/platform/metrics.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { readQuerySettings } from './settings.ts'
import { startQueryService } from './wiring.ts'

const settings = readSettingsOrExit(readQuerySettings)
const logger = createLogger({ name: 'query', level: settings.logLevel })
const registry = createMetrics('query')

await runService({
  logger,
  tracing: { service: 'query', endpoint: settings.traceEndpoint },
  databaseUrl: settings.databaseUrl,
  destroyedKeys: settings.destroyedKeys,
  readDatabaseUrl: settings.readDatabaseUrl,
  drainMs: settings.drainMs,
  start: (onClose, ending) => startQueryService({ settings, logger, registry, onClose, ending }),
})
