import { setFlagsFromString } from 'node:v8'
import { logLevels, readSettingsOrExit } from '#kernel/platform/config.ts'
import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { startEventStoreNode } from './node.ts'
import { LogInUse } from './storage/connections.ts'

// Pages that are read are young garbage: left to itself V8 lets it grow to a hundred megabytes.
setFlagsFromString('--semi-space-growth-factor=1')

const config = readSettingsOrExit((settings) => ({
  host: settings.text('HOST', { default: '127.0.0.1' }),
  port: settings.port('PORT'),
  databaseUrl: settings.url('DATABASE_URL', { protocols: ['postgres:', 'postgresql:'] }),
  logLevel: settings.oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
}))

const logger = createLogger({ name: 'event-store', level: config.logLevel })

await runService({
  logger,
  start: async (onClose) => {
    const node = await startEventStoreNode({
      ...config,
      logger,
      onLost: () => process.exit(1),
    }).catch(exitWhenInUse)
    onClose('event store node', node.close)
  },
})

function exitWhenInUse(error: unknown): never {
  if (!(error instanceof LogInUse)) throw error
  process.stderr.write(`${error.message}\n`)
  return process.exit(1)
}
