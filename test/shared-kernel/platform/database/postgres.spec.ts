import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { databaseForThisTest } from '#test/support/database.ts'

const POOL = { logger: silentLogger, max: 2, name: 'test' }

async function poolForThisTest(options: { readonly statementTimeoutMs?: number } = {}) {
  const url = await databaseForThisTest()
  const pool = openPool(url, { ...POOL, ...options })
  onTestFinished(() => pool.end())
  return pool
}

test('a connection that breaks in use fails only its own statement', async () => {
  const pool = await poolForThisTest()
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const running = client.query('select pg_sleep(30)')

  await Promise.all([
    expect(running).rejects.toThrow('terminating connection'),
    pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]),
  ])
  client.release()

  await expect
    .poll(() => pool.query('select 1 as one').catch((error: unknown) => error))
    .toMatchObject({ rows: [{ one: 1 }] })
})

test('a statement that takes too long is cancelled', async () => {
  const pool = await poolForThisTest({ statementTimeoutMs: 500 })

  await expect(pool.query('select pg_sleep(30)')).rejects.toThrow('statement timeout')

  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
