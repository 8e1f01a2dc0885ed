import * as fc from 'fast-check'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { Table } from '#kernel/records/table.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { beginTerm, checkpointIn, checkpointMove } from '#projections/runtime/leadership.ts'
import { parkedIn } from '#projections/runtime/parking/parked-in.ts'
import { compareSchemas } from '#projections/runtime/rebuild/compare.ts'
import { makeSchemaAnew, versionsIn } from '#projections/runtime/schema.ts'
import { loadStatement, saveStatement } from '#projections/runtime/statements.ts'
import { databaseOfRoleForThisTest } from '#test/support/database.ts'
import { randomFrom } from '../../world/random.ts'
import { virtualTime } from '../../world/time.ts'
import { simulatedServer } from './server.ts'

const schemas = ['read_model', 'read_model_next'] as const
const companies = ['c1', 'c2']
const ids = ['one', 'two', 'three']
const tables = readModels.tables
const placeOf = (schema: string) => ({ schema, projection: readModels.name })

/** A client of the model, whose statements are executed at once. */
async function modelClient(): Promise<pg.ClientBase> {
  const nothing = () => undefined
  const server = simulatedServer({
    time: virtualTime(0),
    random: randomFrom(1),
    committed: nothing,
    executed: nothing,
    notified: nothing,
    happened: nothing,
    crashed: nothing,
  })
  const session = server.connect({
    application: 'test',
    process: undefined,
    ended: nothing,
    notified: nothing,
  })
  const query = (statement: string | pg.QueryConfig, values: readonly unknown[] = []) =>
    typeof statement === 'string'
      ? server.execute(session, statement, values)
      : server.execute(session, statement.text, statement.values ?? [])
  return Object.assign(new pg.Client(), { query })
}

const valueOf = (type: string): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: -1_000_000, max: 1_000_000 })
    case 'bigint':
      return fc.bigInt({ min: 0n, max: 10n ** 17n }).map(String)
    case 'numeric':
      return fc.tuple(fc.nat(999_999), fc.nat(99)).map(([whole, part]) => `${whole}.${part}`)
    case 'jsonb':
      return fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)))
    case 'text[]':
      return fc.array(fc.string())
    case 'timestamptz':
      return fc
        .tuple(
          fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
          fc.nat(999),
        )
        .map(([date, micros]) =>
          date.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`),
        )
    default:
      return fc.string()
  }
}

/** A row of few companies and ids, so that some are written again. */
const rowOf = ({ columns, key }: Table) =>
  fc.record(
    Object.fromEntries(
      Object.entries(columns).map(([name, { type, nullable }]) => {
        if (name === 'company_id') return [name, fc.constantFrom(...companies)]
        if (key.includes(name)) return [name, fc.constantFrom(...ids)]
        const value = valueOf(type)
        return [name, nullable ? fc.option(value) : value]
      }),
    ),
  )

const uniqueRows = (table: Table) =>
  fc.uniqueArray(rowOf(table), {
    minLength: 1,
    maxLength: 3,
    selector: (row) => table.key.map((name) => row[name]).join(' '),
  })

type Take = (client: pg.ClientBase) => Promise<unknown>
const anySchema = fc.constantFrom(...schemas)

/** A batch of a leader: now as it should be, now of a stale one. */
const write: fc.Arbitrary<Take> = fc
  .constantFrom(...tables)
  .chain((table) => fc.tuple(fc.constant(table), uniqueRows(table), anySchema, fc.nat(3)))
  .map(([table, rows, schema, stale]) => async (client) => {
    const term = await beginTerm(client, placeOf(schema))
    const epoch = stale === 1 ? term.epoch - 1n : term.epoch
    const move = checkpointMove(placeOf(schema), { ...term, epoch })
    const position = parseLogPosition(String(BigInt(term.place.position.toString()) + 100n))
    const from = stale === 2 ? { ...term.place, position } : term.place
    const event = { id: 'id', stream: 'customer-1', revision: 0n, position }
    const to = { position, lastEvent: event }
    const { text, values = [] } = move(from, to, [saveStatement(schema, table)(rows)])
    const { rowCount } = await client.query(text, values)
    const keys = rows.map((row) => table.key.map((name) => String(row[name])))
    const load = loadStatement(schema, table)(keys)
    const loaded = await client.query(load.text, load.values)
    return [rowCount, sorted(loaded.rows)]
  })

const others: readonly fc.Arbitrary<Take>[] = [
  anySchema.map((schema) => (client) => checkpointIn(client, schema)),
  anySchema.map((schema) => (client) => versionsIn(client, schema)),
  anySchema.map((schema) => (client) => parkedIn(client, schema)),
  fc.constant(async (client: pg.ClientBase) => {
    const [serving, other] = schemas
    const names = tables.map(({ name }) => name)
    const compared = await compareSchemas(client, { serving, other, tableNames: names })
    return [compared.rows, compared.differences, compared.tables]
  }),
  fc.constant(async (client: pg.ClientBase) => {
    const [serving, next] = schemas
    await client.query(`alter schema ${serving} rename to read_model_previous;
      alter schema ${next} rename to ${serving};
      alter schema read_model_previous rename to ${next}`)
    return checkpointIn(client, serving)
  }),
]

const sorted = (rows: readonly unknown[]) =>
  rows.map((row) => JSON.stringify(row, sortedKeys)).toSorted()

/** PostgreSQL has an order of its own for the keys of JSON. */
const sortedKeys = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

test('the model answers the statements of the projections as PostgreSQL does', async () => {
  const url = await databaseOfRoleForThisTest('projections')
  const { client: real, close } = await openLeaderConnection(url, silentLogger)
  onTestFinished(close)
  const model = await modelClient()
  for (const client of [real, model]) {
    for (const schema of schemas) await makeSchemaAnew(client, schema, readModels)
  }
  const steps = fc.array(fc.oneof({ weight: 5, arbitrary: write }, ...others), {
    minLength: 10,
    maxLength: 30,
  })

  const agree = fc.asyncProperty(steps, async (taken) => {
    for (const take of taken) {
      const [wanted, answered] = [await take(real), await take(model)]
      expect(inWords(answered)).toBe(inWords(wanted))
    }
  })
  await fc.assert(agree, { numRuns: 8, endOnFailure: true })
})

const inWords = (value: unknown) =>
  JSON.stringify(value, (name, part: unknown) =>
    typeof part === 'bigint' ? `${part}` : sortedKeys(name, part),
  )
