import { setFlagsFromString } from 'node:v8'
import { runService } from '#kernel/platform/process/lifecycle.ts'
import { createLogger } from '#kernel/platform/process/logger.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { orNull, required } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { startEventStoreNode } from './node.ts'
import { identityIn, usersIn } from './settings.ts'
import { LogInUse } from './storage/connections.ts'

// Pages that were read are garbage soon. By default V8 would let it grow to a hundred megabytes.
setFlagsFromString('--semi-space-growth-factor=1')

const nodeSettings = readSettingsOrExit((read) => ({
  host: read(settings.HOST),
  port: read(required(settings.PORT)),
  databaseUrl: read(settings.DATABASE_URL),
  access: { token: read(orNull(settings.EVENTSTORE_TOKEN)), users: usersIn(read) },
  tls: identityIn(read),
  version: read(settings.EVENTSTORE_VERSION),
  logLevel: read(settings.LOG_LEVEL),
}))

const logger = createLogger({ name: 'event-store', level: nodeSettings.logLevel })

await runService({
  logger,
  databaseUrl: nodeSettings.databaseUrl,
  start: async (onClose) => {
    const node = await startEventStoreNode({
      ...nodeSettings,
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
