import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { createMetrics } from '#kernel/platform/metrics.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { startCommandService } from './app.ts'
import { readCommandSettings } from './settings.ts'

const settings = readSettingsOrExit(readCommandSettings)
const logger = createLogger({ name: 'command', level: settings.logLevel })
const registry = createMetrics('command')

await runService({
  logger,
  tracing: { service: 'command', endpoint: settings.traceEndpoint },
  databaseUrl: settings.databaseUrl,
  destroyedKeys: settings.destroyedKeys,
  readDatabaseUrl: settings.readDatabaseUrl,
  // Calls at providers that are open get most of it; the system as a whole has ten seconds.
  closeTimeoutMs: 8_900,
  drainMs: settings.drainMs,
  start: (onClose, ending) => startCommandService({ settings, logger, registry, onClose, ending }),
})
