// @module-tag embedded-parts

import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { newPerson } from '#test/support/invoices.ts'
import { type Place, placeForStacks, stopStack } from '#test/support/running-stack.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { untilSigned } from './signed.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const SETTINGS = { DEMO: 'false', WEBHOOKS: 'true', NOTARY_INTERVAL_SECONDS: '1' }

const SCHEMAS = ['event_store', 'read_model', 'vault', 'command', 'webhooks', 'sign_in', 'audit']
const FILES = { witness: join('notary', 'witness.ndjson'), lastEvent: 'last-event.json' } as const

const LOG = ['event_store']
const TABLES = ['read_model']
const EVERYTHING = [...SCHEMAS, ...Object.keys(FILES)]

test('what is behind neither serves nor writes, whatever is put back with it', async () => {
  const system = await systemWithCopies()
  const behind = [
    { parts: LOG, because: /logSetBack/ },
    { parts: [...LOG, ...TABLES], because: /logSetBack/ },
    { parts: [...LOG, 'witness'], because: /logSetBack/ },
    { parts: [...LOG, ...TABLES, 'witness'], because: /logSetBack/ },
    { parts: [...LOG, 'lastEvent'], because: /logSetBack/ },
    { parts: [...LOG, ...TABLES, 'lastEvent'], because: /logSetBack/ },
    { parts: [...SCHEMAS, 'lastEvent'], because: /logSetBack/ },
    { parts: [...SCHEMAS, 'witness'], because: /logSetBack/ },
    { parts: ['vault'], because: /vault/i },
  ]
  for (const { parts, because } of behind) {
    await system.putBack(parts)
    const { supervisor } = system.launch()
    await vi.waitFor(
      async () =>
        expect([parts, await system.readiness()]).toEqual([parts, expect.stringMatching(because)]),
      PATIENCE,
    )
    expect([parts, (await system.buy(900)).status]).toEqual([parts, 503])
    await stopStack(supervisor)
    await system.putForward()
  }
  await system.start()
  expect(createdIn(await system.buy(1_000)).number).toBe('3')
}, 600_000)

test('what fits together serves, however old it is', async () => {
  const system = await systemWithCopies()
  const { before, later } = system
  const fitting = [
    { parts: ['lastEvent'], known: [before, later] },
    { parts: [...TABLES, 'witness'], known: [before, later] },
    { parts: ['command'], known: [before, later] },
    { parts: ['webhooks'], known: [before, later] },
    { parts: ['sign_in', 'audit'], known: [before, later] },
    { parts: EVERYTHING, known: [before] },
  ]
  for (const { parts, known } of fitting) {
    await system.putBack(parts)
    const { supervisor } = await system.start()
    for (const id of known) {
      await vi.waitFor(
        async () => expect([parts, await system.statusOf(id)]).toEqual([parts, 200]),
        PATIENCE,
      )
    }
    await stopStack(supervisor)
    await system.putForward()
  }
  await system.start()
  expect(createdIn(await system.buy(1_000)).number).toBe('3')
}, 600_000)

/** A stopped system with two vouchers, and copies of all its parts from before and after the second. */
async function systemWithCopies() {
  const place = await placeForStacks()
  const first = await place.start(SETTINGS)
  const { credentials } = await newDealer(await place.addresses())
  const api = apiAt(first.baseUrl, credentials, { mayFail: true })
  const buy = (amount: number) => api.post('/v1/expenses', manual({ idNo: newPerson(), amount }))
  const signed = async (amount: number) => {
    const { id } = createdIn(await buy(amount))
    await untilSigned(await place.addresses(), join(place.folder, FILES.witness))
    return id
  }
  const before = await signed(700)
  await stopStack(first.supervisor)
  const copies = await copiesOf(place)
  await copies.take('before')
  const second = await place.start(SETTINGS)
  const later = await signed(800)
  await stopStack(second.supervisor)
  await copies.take('later')
  return {
    before,
    later,
    buy,
    statusOf: async (id: string) => (await api.get(`/v1/expenses/${id}`)).status,
    launch: () => place.launch(SETTINGS),
    start: () => place.start(SETTINGS),
    readiness: async () => (await fetch(`${first.baseUrl}/health/ready`)).text(),
    putBack: (parts: readonly string[]) => copies.putBack('before', parts),
    putForward: () => copies.putBack('later', EVERYTHING),
  }
}

/** Copies of a stopped system's parts, by name: tables in schemas beside them, files beside them. */
async function copiesOf({ folder, port }: Place) {
  const password = (await readFile(join(folder, 'postgres.password'), 'utf8')).trim()
  const options = { folder: join(folder, 'postgres'), port, password }
  const inDatabase = async (work: (client: Client) => Promise<void>) => {
    const server = await startPostgres(options)
    const client = new Client({ connectionString: databaseUrl(options, 'sarraf') })
    await client.connect()
    // Rows come and go as files do: nothing counts them.
    await client.query('set session_replication_role = replica')
    await work(client)
    await client.end()
    await stopPostgres(server)
  }
  const files = (parts: readonly string[]) =>
    Object.entries(FILES).flatMap(([part, file]) =>
      parts.includes(part) ? [join(folder, file)] : [],
    )
  return {
    take: async (name: string) => {
      await inDatabase(async (client) => {
        await client.query(`create schema ${name}`)
        for (const table of await tablesOf(client, SCHEMAS)) {
          await client.query(`create table ${name}."${table}" as table ${table}`)
        }
      })
      for (const file of files(EVERYTHING)) await copyFile(file, `${file}.${name}`)
    },
    putBack: async (name: string, parts: readonly string[]) => {
      await inDatabase(async (client) => {
        for (const table of await tablesOf(client, parts)) {
          await client.query(`delete from ${table}`)
          await client.query(
            `insert into ${table} overriding system value table ${name}."${table}"`,
          )
        }
      })
      for (const file of files(parts)) await copyFile(`${file}.${name}`, file)
    },
  }
}

async function tablesOf(client: Client, schemas: readonly string[]) {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname = any($1)`,
    [schemas],
  )
  return rows.map(({ name }) => name)
}
