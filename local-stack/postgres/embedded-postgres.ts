import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { endWithThisProcess } from '#stack/supervisor/end-with-us.ts'
import { binaries } from './binaries.ts'
import { preparedCluster } from './cluster.ts'
import { serverUser } from './server-user.ts'

const START_TIMEOUT_MS = 60_000
const LEFTOVER_TIMEOUT_MS = 10_000

export interface EmbeddedPostgres {
  /** The cluster's data directory; the first start creates it. */
  readonly folder: string
  readonly port: number
  readonly password: string
  /** More server settings, each as `name=value`; `fsync=off` also skips the syncs of the first start. */
  readonly settings?: readonly string[]
  /** The module of another version's npm package. */
  readonly programs?: string
  /** File descriptor for the server's own log. */
  readonly log?: number
}

export const databaseUrl = ({ port, password }: EmbeddedPostgres, database = 'postgres') =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

/** Starts PostgreSQL from the npm package as a separate process; resolves when it answers. */
export async function startPostgres(options: EmbeddedPostgres): Promise<ChildProcess> {
  const server = await spawnPostgres(options)
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await postgresAnswers(databaseUrl(options)))) {
    if (hasEnded(server) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start (exit code ${server.exitCode})`)
    }
    await pause(30)
  }
  return server
}

/** Like `startPostgres`, but resolves as soon as the process runs. */
export async function spawnPostgres(options: EmbeddedPostgres): Promise<ChildProcess> {
  const owner = await serverUser()
  const { postgres } = await binaries(owner, options.programs)
  const folder = await preparedCluster(options, owner)
  await stopLeftover(folder)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(options.settings ?? []),
  ]
  const server = spawn(
    postgres,
    ['-D', folder, '-p', String(options.port), ...settings.flatMap((one) => ['-c', one])],
    {
      ...owner,
      cwd: folder,
      detached: true,
      stdio: ['ignore', options.log ?? 'ignore', options.log ?? 'ignore'],
    },
  )
  await once(server, 'spawn')
  endWithThisProcess(server)
  return server
}

/** Stops the server in order: open transactions are rolled back, everything is flushed. */
export async function stopPostgres(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  const exited = once(server, 'exit')
  server.kill('SIGINT')
  await exited
}

async function postgresAnswers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null

/** A killed start may have left its server running; two servers on one folder would corrupt it. */
async function stopLeftover(folder: string) {
  const pid = await readFile(join(folder, 'postmaster.pid'), 'utf8').then(
    (text) => Number.parseInt(text, 10),
    () => undefined,
  )
  if (pid === undefined || !(await isPostgresOn(pid, folder))) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + LEFTOVER_TIMEOUT_MS
  while (await isPostgresOn(pid, folder)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT')
    await pause(50)
  }
}

const isPostgresOn = (pid: number, folder: string) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (commandLine) => commandLine.includes('postgres') && commandLine.split('\0').includes(folder),
    () => false,
  )
