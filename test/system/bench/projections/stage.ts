import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'

const eventStoreEntry = fileURLToPath(import.meta.resolve('#stack/event-store/main.ts'))
const START_WITHIN_MS = 20_000

export type Stage = Awaited<ReturnType<typeof openStage>>

/** PostgreSQL as `npm start` sets it up, an event store node as a process of its own, and a vault. */
export async function openStage() {
  const folder = await newFolder('bench')
  await chmod(folder, 0o755)
  const place = { folder: join(folder, 'postgres'), port: await freePort(), password: 'bench' }
  const server = await startPostgres(place)
  const url = databaseUrl(place)
  const node = await startNode(url)
  const pool = new Pool({ connectionString: url, max: 8 })
  const vaultKey = randomBytes(32)
  const vault = await openVault(pool, vaultKey)
  const eventStore = connectEventStore({
    url: node.url,
    logger: silentLogger,
    macs: vault.eventMacs,
  })
  return {
    databaseUrl: url,
    eventStoreUrl: node.url,
    vaultKey,
    vault,
    pool,
    eventStore,
    close: async () => {
      await eventStore.close()
      await pool.end()
      node.child.kill('SIGTERM')
      await once(node.child, 'exit')
      await stopPostgres(server)
      await removeFolder(folder)
    },
  }
}

async function startNode(url: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [eventStoreEntry], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: url, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const deadline = Date.now() + START_WITHIN_MS
  while (!(await answers(port))) mustStillStart(child, deadline)
  return { child, url: `esdb://127.0.0.1:${port}?tls=false` }
}

function mustStillStart(child: ChildProcess, deadline: number) {
  if (child.exitCode === null && Date.now() < deadline) return
  child.kill('SIGKILL')
  throw new Error('the event store node did not start')
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true))
  socket.once('error', () => setTimeout(resolve, 20, false))
  return promise.finally(() => socket.destroy())
}
