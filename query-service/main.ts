import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { createMetrics } from '#kernel/platform/metrics.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { readQueryConfig } from './config.ts'
import { startQueryService } from './wiring.ts'

const config = readSettingsOrExit(readQueryConfig)
const logger = createLogger({ name: 'query', level: config.logLevel })
const registry = createMetrics('query')

await runService({
  logger,
  start: (onClose) => startQueryService({ config, logger, registry, onClose }),
})
