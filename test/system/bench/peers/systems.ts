import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { postgresSettings } from '#stack/addresses.ts'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { benchKeys, startSystem } from '../system.ts'

/** One of the systems that are compared: where it is asked for the same work, and what it consists of. */
export interface Compared {
  readonly name: string
  readonly baseUrl: string
  readonly create: string
  readonly page: string
  /** Whether a document stands in `data`. */
  readonly isEnveloped: boolean
  readonly pids: Readonly<Record<string, number>>
  readonly close: () => Promise<void>
}

const { apiUserId, secretKey } = benchKeys.bench
export const credentials = `${apiUserId}:${secretKey}`

export async function ours(): Promise<Compared> {
  const { baseUrl, pids, close } = await startSystem()
  return {
    name: 'ours',
    baseUrl,
    create: '/v1/expenses',
    page: '/v1/expenses?pageSize=25&sort=createdAt:desc',
    isEnveloped: true,
    pids,
    close,
  }
}

/** A peer with a PostgreSQL of its own, set up as ours. */
export async function peer(name: 'plain' | 'emmett'): Promise<Compared> {
  const folder = await newFolder('peer')
  await chmod(folder, 0o755)
  const place = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: 'bench',
    settings: postgresSettings,
  }
  const server = await startPostgres(place)
  const url = await newDatabase(databaseUrl(place), databaseUrl(place, 'peer'))
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: url,
    CREDENTIALS: credentials,
  }
  const service = fork(join(import.meta.dirname, 'service.ts'), [name], { env })
  await Promise.race([once(service, 'message'), once(service, 'exit').then(notStarted)])
  return {
    name,
    baseUrl: `http://127.0.0.1:${port}`,
    create: '/documents',
    page: '/documents',
    isEnveloped: false,
    pids: { service: service.pid ?? 0, postgres: server.pid ?? 0 },
    close: async () => {
      service.disconnect()
      await once(service, 'exit')
      await stopPostgres(server)
      await removeFolder(folder)
    },
  }
}

function notStarted(): never {
  throw new Error('a peer did not start')
}

async function newDatabase(administration: string, url: string) {
  const administrator = new pg.Client({ connectionString: administration })
  await administrator.connect()
  await administrator.query(`create database ${new URL(url).pathname.slice(1)}`)
  await administrator.end()
  return url
}
