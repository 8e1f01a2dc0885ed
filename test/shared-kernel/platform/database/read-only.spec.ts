import { expect, test } from 'vitest'
import { execute } from '#test/support/execute.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

/** As the database is frozen for a move, or where the address has come to lead to a standby. */
const makeReadOnly = (value: 'on' | 'off') =>
  execute(
    system.databaseUrl,
    'set default_transaction_read_only = off',
    `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
    `select pg_terminate_backend(pid, 10_000) from pg_stat_activity
     where datname = current_database() and application_name like 'sarraf-command%'`,
  )

const readiness = async () => {
  const answer = await fetch(`${system.baseUrl}/health/ready`)
  return { status: answer.status, said: await answer.text() }
}

test('a database that can only be read is 503 and said by readiness, and the same keys go on after it', async () => {
  const { api } = await newDealer(system)
  const key = { 'idempotency-key': crypto.randomUUID() }
  await makeReadOnly('on')
  await expect.poll(readiness).toMatchObject({
    status: 503,
    said: expect.stringContaining('the database can only be read'),
  })
  const refused = await api.post('/v1/expenses', manual(), key)
  expect(refusal(refused)).toEqual([
    503,
    'INTERNAL_ERROR',
    [{ field: 'request', rule: 'unavailable', retryAfter: 1 }],
  ])
  expect(refused.headers['retry-after']).toBe('1')

  await makeReadOnly('off')
  await expect.poll(readiness).toMatchObject({ status: 200 })
  const { id } = createdIn(await api.post('/v1/expenses', manual(), key))
  expect(await idsOf(api)).toEqual([id])
})
