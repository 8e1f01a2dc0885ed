import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkForErasures } from '#kernel/platform/database/earlier-database.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { prepareDatabase } from '#kernel/platform/database/prepare.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { listDestroyed } from '#kernel/platform/vault/destroyed-key-list.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import {
  databaseForThisTest,
  databasesOfRoles,
  unpreparedDatabaseForThisTest,
} from '#test/support/database.ts'
import { destroyKeysIn } from '#test/support/destroy-keys.ts'
import { execute } from '#test/support/execute.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { tcpProxyForThisFile } from '#test/support/tcp-proxy.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const EARLIER = 'The database is from before an erasure: it does not know 1 of the keys'
const person = { companyId: 'company-1', purpose: 'customer', person: '10000000146' } as const

let target = ''
const network = await tcpProxyForThisFile(() => target)

/** A database with a person's key, and a list that says that the key is destroyed. */
async function restoredDatabase() {
  const administratorUrl = await databaseForThisTest()
  const urls = databasesOfRoles(administratorUrl)
  const pool = openPool(urls.command, { logger: silentLogger, max: 2, name: 'test' })
  let hasEnded = false
  const end = async () => {
    if (!hasEnded) await pool.end()
    hasEnded = true
  }
  onTestFinished(end)
  const { id } = await (await openVault(pool, Buffer.alloc(32, 7))).keyOf(person)
  const list = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  await listDestroyed(list, [id, id])
  await execute(urls.projections, 'create schema read_model create table customer (id_no text)')
  await execute(urls.auditor, 'create table audit_scratch.customer (id_no text)')
  return { administratorUrl, urls, list, id, pool, end }
}

function checking(databaseUrl: string, destroyedKeys: string | null) {
  const refused = vi.fn<(error: unknown) => void>()
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const checked = checkForErasures({ databaseUrl, destroyedKeys, refused, ending: ending.signal })
  return { checked, refused }
}

test('a database that does not know a listed key to be destroyed is refused to every role', async () => {
  const { urls, list } = await restoredDatabase()
  const { eventStore: _, ...services } = urls
  await Promise.all(
    Object.values(services).map((url) =>
      expect(checking(url, list).checked).rejects.toThrow(EARLIER),
    ),
  )
  await checking(urls.query, null).checked
})

test('a start waits for the command that has listed a key, and destroys it now', async () => {
  const { administratorUrl, urls, list, id } = await restoredDatabase()
  const { checked } = checking(urls.query, list)
  await pause(500)
  await destroyKeysIn(administratorUrl, [id])
  await expect(checked).resolves.toBeUndefined()
})

/** Of the restored database, which does not answer until the network is repaired. */
function unreachable(databaseUrl: string): string {
  target = databaseUrl
  const url = new URL(databaseUrl)
  url.port = new URL(network.url).port
  network.disconnect()
  return url.href
}

test('a database that does not answer at the start is checked when it does, and refused at once', async () => {
  const { urls, list } = await restoredDatabase()
  const { checked, refused } = checking(unreachable(urls.query), list)
  await checked
  expect(refused).not.toHaveBeenCalled()
  network.repair()
  await expect.poll(() => refused.mock.calls).toHaveLength(1)
  expect(refused).toHaveBeenCalledWith(
    expect.objectContaining({ message: expect.stringContaining(EARLIER) }),
  )
})

test('a list that cannot be read is refused, whether or not the database answers', async () => {
  const { urls } = await restoredDatabase()
  const folder = await temporaryFolder('operator')
  const refusal = `${folder}: the list of destroyed keys cannot be read (EISDIR)`
  await expect(checking(urls.query, folder).checked).rejects.toThrow(refusal)
  await expect(checking(unreachable(urls.query), folder).checked).rejects.toThrow(refusal)
})

test('a list that is not there is refused where the database knows of destroyed keys', async () => {
  const { administratorUrl, urls, id } = await restoredDatabase()
  const missing = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  await checking(urls.query, missing).checked
  await destroyKeysIn(administratorUrl, [id])
  const refusal = `${missing}: there is no such list of destroyed keys, and the database knows 1`
  await expect(checking(urls.query, missing).checked).rejects.toThrow(refusal)
  await expect(prepareDatabase(administratorUrl, {}, { destroyedKeys: missing })).rejects.toThrow(
    refusal,
  )
})

test('a preparation destroys the keys again and drops the tables, but not those of a running system', async () => {
  const { administratorUrl, urls, list, pool, id, end } = await restoredDatabase()
  const prepared = () => prepareDatabase(administratorUrl, {}, { destroyedKeys: list })
  const tables = async () => {
    const { rows } = await pool.query(`select to_regclass('read_model.customer')::text as name`)
    return rows
  }
  expect(await tables()).toEqual([{ name: 'read_model.customer' }])
  await expect(prepared()).rejects.toThrow('the system runs: repeat')
  await end()
  // A server notices that a connection has ended a moment later.
  await vi.waitFor(async () => expect(await prepared()).toBe(1), { timeout: LONGEST_WAIT_MS })
  await checking(urls.command, list).checked
  const after = openPool(urls.command, { logger: silentLogger, max: 1, name: 'test' })
  onTestFinished(() => after.end())
  const { rows } = await after.query(
    `select to_regclass('read_model.customer') as served, wrapped,
       (select count(*)::integer from pg_tables where schemaname = 'audit_scratch') as scratch
     from vault.data_key where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ served: null, wrapped: null, scratch: 0 }])
  // While services are connected again.
  expect(await prepared()).toBe(0)
})

test('a new database learns which keys were destroyed', async () => {
  const { list } = await restoredDatabase()
  const administratorUrl = await unpreparedDatabaseForThisTest()
  await expect(checking(administratorUrl, list).checked).rejects.toThrow(EARLIER)
  expect(await prepareDatabase(administratorUrl, {}, { destroyedKeys: list })).toBe(1)
  await checking(administratorUrl, list).checked
})
