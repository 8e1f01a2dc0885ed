import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { postgresSettings } from '#stack/addresses.ts'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'

const START_WITHIN_MS = 30_000

export type BenchDatabases = Awaited<ReturnType<typeof startDatabases>>

/** A PostgreSQL as `npm start` has it. */
export async function startDatabases() {
  const folder = await newFolder('bench')
  await chmod(folder, 0o755)
  const port = await freePort()
  const options = {
    folder: join(folder, 'postgres'),
    port,
    password: 'bench',
    settings: postgresSettings,
  }
  const server = await startPostgres(options)
  return {
    /** Makes it, empty. */
    database: async (name: string) => {
      await withDatabase(databaseUrl(options), (client) => client.query(`create database ${name}`))
      return databaseUrl(options, name)
    },
    close: async () => {
      await stopPostgres(server)
      await removeFolder(folder)
    },
  }
}

export async function withDatabase<Answer>(url: string, work: (client: Client) => Promise<Answer>) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type BenchNode = Awaited<ReturnType<typeof startNode>>

/** The event store node as a process of its own, as the supervisor starts it. */
export async function startNode(database: string) {
  const { port, end, pid } = await startProgram('local-stack/event-store/main.ts', {
    DATABASE_URL: database,
    LOG_LEVEL: 'warn',
  })
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    databaseUrl: database,
    /** The most memory it has ever had. */
    mostRssMb: async () => {
      const [, kilobytes] =
        /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
      return Number(kilobytes) / 1024
    },
    close: end,
  }
}

/** Starts a program that listens on `PORT` once it is ready. */
export async function startProgram(program: string, environment: Readonly<Record<string, string>>) {
  const port = await freePort()
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const deadline = Date.now() + START_WITHIN_MS
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${program} did not start`)
    await pause(50)
  }
  return { port, pid: child.pid, end: () => endOf(child) }
}

async function endOf(child: ChildProcess) {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
