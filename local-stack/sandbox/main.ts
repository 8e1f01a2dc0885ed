import { runService } from '#kernel/platform/process/lifecycle.ts'
import { createLogger } from '#kernel/platform/process/logger.ts'
import { createMetrics } from '#kernel/platform/process/metrics.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { required } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { sandboxServer } from './server.ts'
import { openState } from './state/state.ts'

const sandboxSettings = readSettingsOrExit((read) => ({
  host: read(settings.HOST),
  port: read(required(settings.PORT)),
  folder: read(required(settings.DATA_DIR)),
  logLevel: read(settings.LOG_LEVEL),
}))

const logger = createLogger({ name: 'sandbox', level: sandboxSettings.logLevel })

await runService({
  logger,
  start: async (onClose) => {
    const state = openState(sandboxSettings.folder)
    onClose('state', state.close)
    const server = sandboxServer({ state, logger, metrics: createMetrics('sandbox') })
    onClose('server', () => server.close())
    await server.listen({ host: sandboxSettings.host, port: sandboxSettings.port })
    logger.info({ port: sandboxSettings.port }, 'listening')
  },
})
