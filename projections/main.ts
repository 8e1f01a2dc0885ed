import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { startProjections } from './composition.ts'
import { readProjectionsSettings } from './settings.ts'

const settings = readSettingsOrExit(readProjectionsSettings)
const logger = createLogger({ name: 'projections', level: settings.logLevel })

await runService({
  logger,
  tracing: { service: 'projections', endpoint: settings.traceEndpoint },
  databaseUrl: settings.databaseUrl,
  destroyedKeys: settings.destroyedKeys,
  start: (onClose) => startProjections(settings, logger, onClose),
})
