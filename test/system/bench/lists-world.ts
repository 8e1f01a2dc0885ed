import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { makeTables, openPool } from '#kernel/platform/database/postgres.ts'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { vaultTables } from '#kernel/platform/vault/tables.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { makeSchemaAnew } from '#projections/runtime/schema.ts'
import { forShortReads } from '#query/listing/connections.ts'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { apiKeyRow, companyRow } from '#test/query-service/rows.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { LARGE, manyRows, type Sizes } from '#test/support/many-rows.ts'
import { handOverKeyOfRows, SIGN_IN_KEY } from '#test/support/signed-rows.ts'

const START_WITHIN_MS = 20_000
const SECRET = 'bench-secret-of-some-length'

/** A PostgreSQL of its own, on the settings that it comes with. */
export async function startDatabases() {
  const folder = await newFolder('lists')
  await chmod(folder, 0o755)
  const place = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: randomBytes(8).toString('hex'),
  }
  const server = await startPostgres({ ...place, settings: ['fsync=off', 'max_wal_size=4GB'] })
  return {
    make: async (name: string, listed: readonly string[], sizes: Sizes) => {
      const administrator = new pg.Client({ connectionString: databaseUrl(place) })
      await administrator.connect()
      await administrator.query(`create database ${name}`)
      await administrator.end()
      return filled(databaseUrl(place, name), listed, sizes)
    },
    close: async () => {
      await stopPostgres(server)
      await removeFolder(folder)
    },
  }
}

async function filled(url: string, listed: readonly string[], sizes: Sizes) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set synchronous_commit = off')
  await makeSchemaAnew(client, 'read_model', readModels)
  await insert(client, 'company', companyRow(LARGE))
  const key = apiKeyRow(LARGE, await hashSecret(SECRET), { api_user_id: 'bench' })
  await insert(client, 'api_key', key)
  await makeTables(client, vaultTables)
  await handOverKeyOfRows(url)
  for (const table of readModels.tables) {
    if (listed.includes(table.name)) await client.query(manyRows('read_model', table, sizes))
  }
  await client.query('vacuum analyze')
  await client.end()
  return url
}

const insert = (client: pg.Client, table: string, row: object) =>
  client.query(
    `insert into read_model.${table} select * from jsonb_populate_record(null::read_model.${table}, $1)`,
    [row],
  )

/** Set up as the query service's own connections are. */
export const poolOf = (url: string) =>
  openPool(url, { logger: silentLogger, max: 2, name: 'bench', session: forShortReads })

/** The query service as it is run, its log thrown away. */
export async function startQueries(url: string) {
  const port = await freePort()
  const service = spawn(process.execPath, ['query-service/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      PORT: String(port),
      RATE_PER_KEY: '0',
      SIGN_IN_KEY,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return serving(service, `http://127.0.0.1:${port}`, '/health/ready')
}

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The same statement and the same JSON, with nothing around it. */
export async function startBare(url: string, { sql, parameters }: Statement) {
  const port = await freePort()
  const service = fork(new URL('./lists-server.ts', import.meta.url))
  service.send({ port, databaseUrl: url, sql, parameters })
  return serving(service, `http://127.0.0.1:${port}`, '/')
}

async function serving(service: ChildProcess, baseUrl: string, ready: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const call = (path: string) => fetched(agent, `${baseUrl}${path}`)
  const deadline = Date.now() + START_WITHIN_MS
  while ((await call(ready).catch(() => ({ status: 0 }))).status !== 200) {
    if (Date.now() > deadline) throw new Error(`${baseUrl} does not serve`)
    await pause(50)
  }
  return {
    call,
    close: async () => {
      agent.destroy()
      if (service.exitCode !== null) return
      const ended = once(service, 'exit')
      service.kill('SIGTERM')
      await ended
    },
  }
}

const authorization = `Basic ${Buffer.from(`bench:${SECRET}`).toString('base64')}`

function fetched(agent: Agent, url: string) {
  const answer = Promise.withResolvers<{ readonly status: number; readonly body: string }>()
  get(url, { agent, headers: { authorization } }, (response) => {
    let body = ''
    response.setEncoding('utf8')
    response.on('data', (chunk) => {
      body += String(chunk)
    })
    response.on('end', () => answer.resolve({ status: response.statusCode ?? 0, body }))
    response.on('error', answer.reject)
  }).on('error', answer.reject)
  return answer.promise
}
