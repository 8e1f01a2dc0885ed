import type { Pool } from 'pg'
import { type Static, type TSchema, Type } from 'typebox'
import { Parse } from 'typebox/value'
import { beforeAll } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { makeSchema } from '#projections/runtime/schema.ts'
import { readQuerySettings } from '#query/settings.ts'
import { startQueryService } from '#query/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import { databasesOfRoles, dropDatabase, freshDatabase } from '#test/support/database.ts'
import { forThisFile } from '#test/support/for-this-file.ts'
import { withItem } from '#test/support/listed-rows.ts'
import { handOverKeyOfRows, SIGN_IN_KEY } from '#test/support/signed-rows.ts'
import { startedWith } from '#test/support/started-with.ts'
import { apiKeyRow, companyRow, DEALER, NEIGHBOUR } from './rows.ts'

export const SECRET = 'a secret that nobody knows'

/** The rounds of its hash, of which only its own tests need many. */
export const CHEAP = 2

export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

interface Asking {
  /** The API user; by default the dealer's. */
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The query service on tables of its own, and two companies that must not see each other. */
export interface QueryServiceUnderTest {
  readonly get: (path: string, asking?: Asking) => Promise<Got>
  readonly add: (table: string, rows: readonly object[]) => Promise<void>
  /** Of a key or a company, by its name. */
  readonly replace: (table: 'api_key' | 'company', name: string, row: object) => Promise<void>
  readonly query: (statement: string, values?: readonly unknown[]) => Promise<void>
  /** `queryUrl`: the database, as the query service signs in to it. */
  readonly address: (name: 'databaseUrl' | 'queryUrl' | 'baseUrl') => string
}

export function queryServiceForThisFile(environment: Environment = {}): QueryServiceUnderTest {
  const service = forThisFile(() => startOnEmptyTables(environment))
  const add = async (table: string, rows: readonly object[]) => {
    await service().pool.query(
      `insert into read_model.${table}
       select * from jsonb_populate_recordset(null::read_model.${table}, $1)`,
      [JSON.stringify(rows.map((row) => withItem(table, row)))],
    )
  }
  beforeAll(async () => {
    const secretHash = await hashSecret(SECRET, CHEAP)
    await add('company', [companyRow(DEALER), companyRow(NEIGHBOUR)])
    await add('api_key', [apiKeyRow(DEALER, secretHash), apiKeyRow(NEIGHBOUR, secretHash)])
  })
  return {
    add,
    address: (name) => service()[name],
    replace: async (table, name, row) => {
      const column = table === 'company' ? 'company_id' : 'api_user_id'
      await service().pool.query(`delete from read_model.${table} where ${column} = $1`, [name])
      await add(table, [row])
    },
    query: async (statement, values = []) => {
      await service().pool.query(statement, [...values])
    },
    get: (path, asking) => get(`${service().baseUrl}${path}`, asking),
  }
}

export const basicCredentials = (user: string, secret: string) =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`

async function get(url: string, { as = DEALER, headers = {} }: Asking = {}): Promise<Got> {
  const authorization = basicCredentials(as, SECRET)
  const response = await fetch(url, { headers: { authorization, ...headers } })
  const body: unknown = await response.json()
  return { status: response.status, headers: response.headers, body }
}

async function startOnEmptyTables(environment: Environment) {
  const databaseUrl = await freshDatabase()
  const databases = databasesOfRoles(databaseUrl)
  const pool = openPool(databases.projections, { logger: silentLogger, max: 2, name: 'test' })
  const closers: (() => unknown)[] = [
    () => pool.end(),
    () => dropDatabase(databaseUrl),
  ].toReversed()
  await makeTables(pool)
  await handOverKeyOfRows(databases.command)
  const port = await freePort()
  const settings = readQuerySettings(
    settingsFrom({
      PORT: String(port),
      DATABASE_URL: databases.query,
      READ_WAIT_MS: '300',
      RATE_PER_KEY: '0',
      SIGN_IN_KEY,
      ...environment,
    }),
  )
  await startQueryService(
    startedWith('query', settings, (_part, close) => void closers.push(close)),
  )
  const close = async () => {
    for (const closeOne of closers.toReversed()) await closeOne()
  }
  return {
    databaseUrl,
    queryUrl: databases.query,
    pool,
    baseUrl: `http://127.0.0.1:${port}`,
    close,
  }
}

export async function makeTables(pool: Pool) {
  const client = await pool.connect()
  await makeSchema(client, 'read_model', readModels)
  client.release()
}

const ListBody = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.Optional(Type.String()),
      deletedAt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
  meta: Type.Object({ total: Type.Integer() }),
})

/** The ids in a list, in its order. */
export const idsIn = ({ body }: Got) => read(ListBody, body).data.map(({ id }) => id)

/** The values of `deletedAt` in a list, of the items that have it. */
export const deletionsIn = ({ body }: Got): readonly (string | null)[] =>
  read(ListBody, body).data.flatMap((item) =>
    item.deletedAt === undefined ? [] : [item.deletedAt],
  )

export const totalOf = ({ body }: Got) => read(ListBody, body).meta.total

export const read = <Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> =>
  Parse(schema, body)
