import { expect, test } from 'vitest'
import { silentLogger } from '#kernel/platform/logger.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { accessLog } from '#projections/audit/page/access-log.ts'
import { dropDatabase, freshDatabase } from '#test/support/database.ts'
import { scansIn } from '#test/support/plans.ts'

const COMPANY = 'c'.repeat(24)
const RECORD = 'e'.repeat(24)

test('the accesses of a month and of a record are found by an index', async () => {
  const databaseUrl = await freshDatabase()
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 1, name: 'test' })
  const recordAccess = accessLog(pool, silentLogger)
  const access = { apiUserId: 'auditor', companyId: COMPANY, what: 'time line' } as const
  await recordAccess({ ...access, noun: 'invoice', recordId: RECORD }, 'the request')
  await pool.query(`
    insert into audit.look (at, company_id, api_user_id, what, noun, record_id, request_id)
    select now() - g * interval '1 hour', lpad((g % 5)::text, 24, '0'), 'auditor', 'time line', 'invoice',
      lpad(g::text, 24, '0'), 'a request'
    from generate_series(1, 30000) as g`)
  await pool.query('vacuum analyze audit.look')

  const asked = [
    `company_id = '${COMPANY}' and record_id = '${RECORD}'`,
    `company_id = '${'3'.padStart(24, '0')}' and at > now() - interval '30 days'`,
  ]
  const counts: number[] = []
  for (const where of asked) {
    const text = `select * from audit.look where ${where} order by at`
    counts.push((await pool.query(text)).rows.length)
    expect(scansIn((await pool.query(`explain (analyze, format json) ${text}`)).rows)).toEqual([])
  }
  expect(counts).toEqual([1, 144])

  await pool.end()
  await dropDatabase(databaseUrl)
})
