import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { createMetrics } from '#kernel/platform/metrics.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { startAuditPage } from './composition.ts'
import { readAuditPageConfig } from './config.ts'

const config = readSettingsOrExit(readAuditPageConfig)
const logger = createLogger({ name: 'audit', level: config.logLevel })
const registry = createMetrics('audit')

await runService({
  logger,
  start: (onClose) => startAuditPage({ config, logger, registry, onClose }),
})
