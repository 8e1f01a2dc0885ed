import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { appendBlock, blockOf } from '#kernel/platform/log-chain/blocks.ts'
import { GENESIS } from '#kernel/platform/log-chain/event-hash.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault, openVaultToRead, UNFINISHED_RESTORE } from '#kernel/platform/vault/vault.ts'
import { derivedTables, keptTables } from '#operator/archive/tables.ts'
import { checkWithChain } from '#operator/backup/check-with-chain.ts'
import { isBegun } from '#operator/restore/empty-system.ts'
import { databaseForThisTest } from '#test/support/database.ts'

test('a backup has every table whose rows are in no event', async () => {
  const pool = await poolForThisTest()
  const { rows } = await pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('vault', 'audit')`,
  )
  const known: readonly string[] = [...keptTables, ...derivedTables]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})

test('nothing starts on a database while a restore is not finished', async () => {
  const pool = await poolForThisTest()
  const key = randomBytes(32)
  await openVault(pool, key)
  await pool.query(`insert into vault.secret values ($1, 'b1')`, [UNFINISHED_RESTORE])

  await expect(openVault(pool, key)).rejects.toThrow('a restore into this database was interrupted')
  await expect(openVaultToRead(pool, key)).rejects.toThrow('was interrupted')
  const client = await pool.connect()
  expect(await isBegun(client, 'b1')).toBe(true)
  await expect(isBegun(client, 'b2')).rejects.toThrow('an unfinished restore of another backup')
  client.release()
})

test('a restore refuses a database that has anything', async () => {
  const pool = await poolForThisTest()
  const client = await pool.connect()
  expect(await isBegun(client, 'b1')).toBe(false)
  await client.query(`insert into audit.verification (verdict) values ('{}')`)
  await expect(isBegun(client, 'b1')).rejects.toThrow('audit.verification has rows')
  client.release()
})

test('a backup is refused when the chain has another head, or does not grow', async () => {
  const pool = await poolForThisTest()
  const event = { id: ID, stream: 's-1', revision: 0n, type: 'T', data: {}, metadata: {} }
  const block = blockOf({ count: 0, head: GENESIS }, [event], parseLogPosition('7'))
  await appendBlock(pool, block)
  const log = { events: 1, head: block.head.toString('hex'), position: '7' }

  await checkWithChain(pool, log)
  await expect(checkWithChain(pool, { ...log, head: '0'.repeat(64) })).rejects.toThrow(
    'The log up to event 1 differs from the log that was hashed',
  )
  await expect(checkWithChain(pool, { ...log, events: 2 }, 1)).rejects.toThrow(
    'The backup is not complete: nothing has moved for 0.001 s (hash chain at event 1 of 2).',
  )
})

const ID = 'c0ffee00-0000-4000-8000-000000000000'

async function poolForThisTest() {
  const pool = openPool(await databaseForThisTest(), { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  return pool
}
