import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, idsOf, listIn, manual } from '#test/support/vouchers.ts'

/** What an administrator may have set for a database, a role or the server, for other programs than ours. */
const settings: Readonly<Record<string, string>> = {
  datestyle: 'SQL, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
  search_path: 'pg_temp',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  synchronous_commit: 'off',
  statement_timeout: '20ms',
  lock_timeout: '1ms',
  idle_in_transaction_session_timeout: '100ms',
  idle_session_timeout: '100ms',
  enable_indexscan: 'off',
}

const setAll = Object.entries(settings).map(
  ([name, value]) =>
    `do $$ begin execute format('alter database %I set ${name} = %L', current_database(), '${value}'); end $$`,
)

const system = systemForThisFile(
  { READ_WAIT_MS: '5000' },
  // One statement, or the second would already run under the first.
  [setAll.join(';\n')],
)

test('on a database whose settings are others’, every list and keyed write is as elsewhere', async () => {
  const { api } = await newDealer(system, { company: { kmtsEnabled: true } })
  const day = '2026-03-04T10:00:00Z'
  const key = { 'idempotency-key': crypto.randomUUID() }
  const voucher = manual({ transactionDate: day })
  const created = createdIn(await api.post('/v1/expenses', voucher, key))
  expect(createdIn(await api.post('/v1/expenses', voucher, key))).toEqual(created)

  const [listed] = listIn(await api.get('/v1/expenses?filter[startDate]=2026-03-04'))
  expect(listed).toMatchObject({ id: created.id, transactionDate: '2026-03-04T10:00:00.000Z' })
  for (const path of await listPaths()) {
    expect([path, (await api.get(path)).status]).toEqual([path, 200])
  }
})

test('sessions that were idle for longer than others allow are there', async () => {
  const { api } = await newDealer(system)
  createdIn(await api.post('/v1/expenses', manual()))
  await pause(1_000)
  createdIn(await api.post('/v1/expenses', manual({ allowDuplicate: true })))
  expect(await idsOf(api)).toHaveLength(2)
})

const Document = Type.Object({ paths: Type.Record(Type.String(), Type.Object({})) })

async function listPaths(): Promise<readonly string[]> {
  const answer = await fetch(`${system.baseUrl}/v1/openapi.json`)
  const { paths } = Parse(Document, await answer.json())
  return Object.keys(paths).filter(
    (path) => 'get' in (paths[path] ?? {}) && !/[{]|check$/.test(path),
  )
}
