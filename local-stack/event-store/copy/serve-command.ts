import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, CommandError } from '#kernel/platform/cli/command.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { postgresSettings } from '../../addresses.ts'
import { freePort } from '../../free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '../../postgres/embedded-postgres.ts'
import { keptSecret } from '../../supervisor/kept-secret.ts'
import { claimFolder } from '../../supervisor/only-one.ts'
import { startEventStoreNode } from '../node.ts'

const HOST = '127.0.0.1'

/** The log of a stopped system by itself: what nobody writes can be copied to its end. */
export const serveCommand: Command = {
  parameters: '',
  does: 'serves the log in DATA_DIR of a stopped system, at PORT (2113), with nothing that writes it',
  run: async (_parameters, { environment, stdout }) => {
    const read = settingsFrom(environment)
    const folder = resolve(read(settings.DATA_DIR))
    const port = read({ ...settings.PORT, default: 2113 })
    const postgres = {
      folder: join(folder, 'postgres'),
      port: await freePort(),
      password: await passwordOf(folder),
      settings: postgresSettings,
    }
    const server = await startPostgres(postgres)
    try {
      const database = databaseUrl(postgres, 'sarraf')
      const node = await startEventStoreNode({ databaseUrl: database, host: HOST, port })
      stdout.write(`esdb://${HOST}:${node.port}?tls=false\n`)
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
      await node.close()
    } finally {
      await stopPostgres(server)
    }
    return 0
  },
}

async function passwordOf(folder: string): Promise<string> {
  const file = join(folder, 'postgres.password')
  if (!existsSync(file)) throw new CommandError(`DATA_DIR: ${folder} holds no database of a system`)
  if (await claimFolder(folder)) return keptSecret(file, 24)
  throw new CommandError(`A system is running on ${folder}: stop it first.`)
}
