// @module-tag embedded-node

import { expect, test } from 'vitest'
import { execute } from '#test/support/execute.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Api, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

/** Whatever is written to these schemas is answered as by a server whose disk is full. */
const fillDisk = (...schemas: readonly string[]) =>
  execute(
    system.databaseUrl,
    `create or replace function public.disk_is_full() returns trigger language plpgsql as $$
     begin
       raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
     end $$`,
    forEachTable(
      schemas,
      'create trigger disk_is_full before insert or update on %s execute function public.disk_is_full()',
    ),
  )

const makeRoom = (...schemas: readonly string[]) =>
  execute(system.databaseUrl, forEachTable(schemas, 'drop trigger if exists disk_is_full on %s'))

const forEachTable = (schemas: readonly string[], statement: string) => `
  do $$
  declare found regclass;
  begin
    for found in select c.oid from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname in (${schemas.map((name) => `'${name}'`).join(', ')})
    loop
      execute format('${statement}', found);
    end loop;
  end $$`

const readiness = async () => {
  const answer = await fetch(`${system.baseUrl}/health/ready`)
  return { status: answer.status, said: await answer.text() }
}

async function refusedWith(api: Api, key: Key) {
  const answer = await api.post('/v1/expenses', voucher, key)
  expect(refusal(answer).slice(0, 2)).toEqual([503, 'INTERNAL_ERROR'])
  return answer
}

type Key = Readonly<Record<'idempotency-key', string>>
const voucher = manual({ allowDuplicate: true })

test('a full disk is 503 while lists are read, readiness says it, and the same keys go on when there is room', async () => {
  const { api } = await newDealer(system)
  const before = createdIn(await api.post('/v1/expenses', manual()))
  const key = { 'idempotency-key': crypto.randomUUID() }

  await fillDisk('vault', 'command')
  const { headers } = await refusedWith(api, key)
  expect(headers['retry-after']).toBe('1')
  expect(await idsOf(api)).toEqual([before.id])
  await expect.poll(readiness).toMatchObject({
    status: 503,
    said: expect.stringContaining('the disk of the database is full'),
  })

  await makeRoom('vault', 'command')
  await expect.poll(readiness).toMatchObject({ status: 200 })
  const { id } = createdIn(await api.post('/v1/expenses', voucher, key))
  await expect.poll(() => idsOf(api)).toEqual(expect.arrayContaining([id, before.id]))
})

test('where only the log has no room, its node goes on reading, and writes as soon as there is some', async () => {
  const { api } = await newDealer(system)
  const before = createdIn(await api.post('/v1/expenses', manual()))
  const key = { 'idempotency-key': crypto.randomUUID() }

  await fillDisk('event_store')
  await refusedWith(api, key)
  expect(await idsOf(api)).toEqual([before.id])

  await makeRoom('event_store')
  const { id } = createdIn(await api.post('/v1/expenses', voucher, key))
  await expect.poll(() => idsOf(api)).toEqual(expect.arrayContaining([id, before.id]))
})
