import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseForThisTest } from '#test/support/database.ts'

test('x', async () => {
  const c = new pg.Client({ connectionString: await databaseForThisTest() })
  await c.connect()
  expect((await c.query('select version()')).rows[0].version).toContain('PostgreSQL 18')
  await c.end()
})
