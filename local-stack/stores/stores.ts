import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareDatabase } from '#kernel/platform/database/prepare.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { postgresSettings } from '../addresses.ts'
import { claimStopped, refuseInUse } from '../event-store/move/stopped-system.ts'
import { startEventStoreNode } from '../event-store/node.ts'
import { freePort } from '../free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '../postgres/embedded-postgres.ts'
import { databaseIsThere } from '../postgres/named-database.ts'
import { rolePasswords, roleUrls } from '../postgres/role-urls.ts'
import { keptSecret } from '../supervisor/kept-secret.ts'

const HOST = '127.0.0.1'
const DATABASE = 'sarraf'
const ASK_AGAIN_MS = 30

interface Stores {
  /** As its administrator. */
  readonly databaseUrl: string
  readonly eventStoreUrl: string
}

/** The stores that `npm start` would run, without any service, for the duration of the work. */
export async function withStores(
  read: ReadSetting,
  work: (stores: Stores) => Promise<void>,
): Promise<void> {
  const folder = resolve(read(settings.DATA_DIR))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  await claimStopped(folder)
  const given = read(orNull(settings.DATABASE_URL))
  const eventStoreUrl = read(orNull(settings.EVENTSTORE_URL))
  if (given !== null) {
    await refuseInUse(given)
    await withLog({ eventStoreUrl, databaseUrl: given, nodeUrl: given }, work)
    return
  }
  await withPostgres(folder, (url) =>
    withLog({ eventStoreUrl, databaseUrl: url, nodeUrl: roleUrls(url).eventStore }, work),
  )
}

async function withPostgres(folder: string, work: (url: string) => Promise<void>) {
  const postgres = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: keptSecret(join(folder, 'postgres.password'), 24),
    settings: postgresSettings,
  }
  const server = await startPostgres(postgres)
  try {
    while (!(await databaseIsThere(postgres, DATABASE))) await pause(ASK_AGAIN_MS)
    const url = databaseUrl(postgres, DATABASE)
    await prepareDatabase(url, rolePasswords(postgres.password))
    await work(url)
  } finally {
    await stopPostgres(server)
  }
}

interface LogOf {
  readonly eventStoreUrl: string | null
  readonly databaseUrl: string
  /** As the role of the embedded node. */
  readonly nodeUrl: string
}

async function withLog(
  { eventStoreUrl, databaseUrl: url, nodeUrl }: LogOf,
  work: (stores: Stores) => Promise<void>,
) {
  if (eventStoreUrl !== null) {
    await work({ databaseUrl: url, eventStoreUrl })
    return
  }
  const node = await startEventStoreNode({ databaseUrl: nodeUrl, host: HOST, port: 0 })
  try {
    await work({ databaseUrl: url, eventStoreUrl: `esdb://${HOST}:${node.port}?tls=false` })
  } finally {
    await node.close()
  }
}
