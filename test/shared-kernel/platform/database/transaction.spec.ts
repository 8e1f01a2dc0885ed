import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import { databaseForThisTest } from '#test/support/database.ts'

async function poolForThisTest() {
  const connectionString = await databaseForThisTest()
  const pool = new pg.Pool({ connectionString, max: 1, query_timeout: 2_000 })
  onTestFinished(() => pool.end())
  await pool.query('create table written (id integer)')
  return pool
}

const writtenIn = async (pool: pg.Pool) => (await pool.query('select id from written')).rows

test('work that throws writes nothing, and its connection is used again', async () => {
  const pool = await poolForThisTest()

  const failing = inTransaction(pool, async (client) => {
    await client.query('insert into written values (1)')
    throw new Error('why')
  })

  await expect(failing).rejects.toThrow('why')
  expect(pool.totalCount).toBe(1)
  expect(await writtenIn(pool)).toEqual([])
})

test('a rollback that fails does not hide why, and its connection is not used again', async () => {
  const pool = await poolForThisTest()

  const failing = inTransaction(pool, async (client) => {
    await client.query('insert into written values (1)')
    await expect(client.query('select pg_sleep(8)')).rejects.toThrow('timeout')
    throw new Error('why')
  })

  await expect(failing).rejects.toThrow('why')
  expect(pool.totalCount).toBe(0)
  expect(await writtenIn(pool)).toEqual([])
})
