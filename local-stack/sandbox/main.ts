import { logLevels, readSettingsOrExit } from '#kernel/platform/config.ts'
import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { createMetrics } from '#kernel/platform/metrics.ts'
import { sandboxServer } from './server.ts'
import { openState } from './state/state.ts'

const config = readSettingsOrExit((settings) => ({
  host: settings.text('HOST', { default: '127.0.0.1' }),
  port: settings.port('PORT'),
  folder: settings.text('DATA_DIR'),
  logLevel: settings.oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
}))

const logger = createLogger({ name: 'sandbox', level: config.logLevel })

await runService({
  logger,
  start: async (onClose) => {
    const state = openState(config.folder)
    onClose('state', state.close)
    const server = sandboxServer({ state, logger, metrics: createMetrics('sandbox') })
    onClose('server', () => server.close())
    await server.listen({ host: config.host, port: config.port })
    logger.info({ port: config.port }, 'listening')
  },
})
