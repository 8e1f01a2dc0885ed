import type { Service } from '#kernel/platform/process/lifecycle.ts'
import { createLogger } from '#kernel/platform/process/logger.ts'
import { createMetrics } from '#kernel/platform/process/metrics.ts'
import type { Surroundings } from '#kernel/platform/process/run-service-named.ts'
import { type ReadSetting, readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { required } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { sandboxServer } from './server.ts'
import { openState } from './state/state.ts'

const readSandboxSettings = (read: ReadSetting) => ({
  host: read(settings.HOST),
  port: read(required(settings.PORT)),
  folder: read(required(settings.DATA_DIR)),
  logLevel: read(settings.LOG_LEVEL),
})

export function sandboxService({ environment, output }: Surroundings): Service {
  const { host, port, folder, logLevel } = readSettingsOrExit(readSandboxSettings, environment)
  const logger = createLogger({ name: 'sandbox', level: logLevel, output })
  return {
    logger,
    start: async (onClose) => {
      const state = openState(folder)
      onClose('state', state.close)
      const server = sandboxServer({ state, logger, metrics: createMetrics('sandbox') })
      onClose('server', () => server.close())
      await server.listen({ host, port })
      logger.info({ port }, 'listening')
    },
  }
}
