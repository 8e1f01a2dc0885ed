import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { execute } from '#test/support/execute.ts'
import { newPerson } from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

const voucher = () => manual({ idNo: newPerson(), amount: 700 })

/** As administrator: how many keys the vault has. */
async function keyCount() {
  const client = new pg.Client({ connectionString: system.databaseUrl })
  await client.connect()
  const { rowCount } = await client.query('select from vault.data_key')
  await client.end()
  return rowCount
}

/** The vault as it was before the newest keys were made, while the log goes on; gives what puts the later one back. */
async function vaultFromBefore(moment: Date) {
  await execute(
    system.databaseUrl,
    `create table public.later as select * from vault.data_key where created_at > '${moment.toISOString()}'`,
    'delete from vault.data_key where id in (select id from public.later)',
  )
  return () =>
    execute(
      system.databaseUrl,
      'insert into vault.data_key select * from public.later',
      'drop table public.later',
    )
}

const readiness = async (url: string) => {
  const answer = await fetch(`${url}/health/ready`)
  return { status: answer.status, text: await answer.text() }
}
const setBack = {
  status: 503,
  text: expect.stringContaining('vaultSetBack: the database no longer has key '),
}

test('a vault put back behind a running service stops what would seal with other keys of the same id', async () => {
  const { credentials } = await newDealer(system)
  const api = apiAt(system.baseUrl, credentials, { mayFail: true })
  const moment = new Date()
  createdIn(await api.post('/v1/expenses', voucher()))

  const putBack = await vaultFromBefore(moment)
  const before = await keyCount()

  await expect.poll(() => readiness(system.baseUrl)).toEqual(setBack)
  const refused = await api.post('/v1/expenses', voucher())
  expect(refusal(refused)).toEqual([
    503,
    'INTERNAL_ERROR',
    [{ field: 'request', rule: 'unavailable', retryAfter: 30 }],
  ])
  expect(refused.headers['retry-after']).toBe('30')
  expect((await api.get('/v1/expenses')).status).toBe(200)
  expect(await keyCount()).toBe(before)

  await putBack()
  await expect.poll(() => readiness(system.baseUrl)).toMatchObject({ status: 200 })
  expect((await api.post('/v1/expenses', voucher())).status).toBe(201)
})

test('a service that starts on an older vault knows from its own file that a key is gone', async () => {
  const folder = await temporaryFolder('last-event')
  const environment = { LAST_EVENT: join(folder, 'last-event.json') }
  const { credentials } = await newDealer(system)
  const moment = new Date()
  const first = await anotherCommandService(system, environment)
  await expect.poll(() => readiness(first.url)).toMatchObject({ status: 200 })
  createdIn(await apiAt(first.url, credentials).post('/v1/expenses', voucher()))
  await first.close()

  const putBack = await vaultFromBefore(moment)
  const second = await anotherCommandService(system, environment)

  await expect.poll(() => readiness(second.url)).toEqual(setBack)
  const api = apiAt(second.url, credentials, { mayFail: true })
  expect((await api.post('/v1/expenses', voucher())).status).toBe(503)
  await putBack()
  await expect.poll(() => readiness(second.url)).toMatchObject({ status: 200 })
  expect((await api.post('/v1/expenses', voucher())).status).toBe(201)
})
