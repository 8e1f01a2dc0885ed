import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { command } from '#kernel/platform/cli/command.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { startEventStoreNode } from '../node.ts'
import { withEmbeddedDatabase } from './stopped-system.ts'

const HOST = '127.0.0.1'

/** Serves the log of a stopped system. Nothing writes to it, so a copy reaches its end. */
export const serveCommand = command(
  'serve',
  (declared) =>
    declared.description(
      'Serves the log of a stopped system in DATA_DIR on PORT (2113), without any writer.',
    ),
  async (_, { environment, stdout }) => {
    const read = settingsFrom(environment)
    const port = read({ ...settings.PORT, default: 2113 })
    await withEmbeddedDatabase(read, async (databaseUrl) => {
      const token = randomBytes(24).toString('hex')
      const node = await startEventStoreNode({ databaseUrl, host: HOST, port, access: { token } })
      stdout.write(`esdb://${HOST}:${node.port}?tls=false&connectionName=${token}\n`)
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
      await node.close()
    })
    return 0
  },
)
