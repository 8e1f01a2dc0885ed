import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { createMetrics } from '#kernel/platform/metrics.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { startAuditPage } from './composition.ts'
import { readAuditPageSettings } from './settings.ts'

const settings = readSettingsOrExit(readAuditPageSettings)
const logger = createLogger({ name: 'audit', level: settings.logLevel })
const registry = createMetrics('audit')

await runService({
  logger,
  tracing: { service: 'audit', endpoint: settings.traceEndpoint },
  databaseUrl: settings.databaseUrl,
  destroyedKeys: settings.destroyedKeys,
  start: (onClose) =>
    startAuditPage({ settings, logger, registry, onClose, now: () => Date.now() }),
})
