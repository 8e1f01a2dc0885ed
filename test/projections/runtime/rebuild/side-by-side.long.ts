import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { AUDIT_SCRATCH } from '#kernel/platform/database/grants.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { tryLock } from '#projections/runtime/leadership.ts'
import { dropUnserved } from '#projections/runtime/rebuild/drop.ts'
import type { Phase } from '#projections/runtime/rebuild/order.ts'
import { replayAndCompare } from '#projections/runtime/rebuild/replay.ts'
import { dealerForThisFile, dealerForThisTest } from '#test/projections/dealer.ts'
import { COMPANY, customerRecorded } from '#test/projections/samples.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { customersCome, rebuildOf, schemasOf, sourcesOf } from './rebuilding.ts'

const files = dealerForThisFile()

async function dealerWithCustomers(count = 12) {
  const dealer = await dealerForThisTest()
  const errors: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void errors.push(line) })
  const projection = dealer.project({ logger })
  await customersCome(dealer, count)
  await dealer.untilShown()
  return { dealer, projection, errors }
}

test('new tables with the same rows replace the served ones', async () => {
  const { dealer, projection } = await dealerWithCustomers()
  const position = await dealer.positionShown()
  const rebuilt = await rebuildOf(dealer)
  expect(rebuilt).toMatchObject({ outcome: 'switched', events: 12, parked: 0 })
  expect(rebuilt.comparison).toMatchObject({ differences: 0, position, examples: [] })
  expect(await schemasOf(dealer)).toEqual(['read_model', 'read_model_previous'])
  await customersCome(dealer, 3, 'later')
  expect(await differences(dealer)).toEqual([])
  await expect.poll(projection.status).toMatchObject({ phase: 'live', failure: undefined })
  expect(await dealer.rows('select 1 from read_model_previous.customer')).toHaveLength(12)
})

test('tables of the same version that differ are not switched to; rows and columns are named', async () => {
  const { dealer } = await dealerWithCustomers()
  await dealer.rows(`update read_model.customer set phone = '905320000000' where id = 'customer3'`)
  await dealer.rows(`delete from read_model.customer where id = 'customer4'`)
  const rebuilt = await rebuildOf(dealer)
  expect(rebuilt.outcome).toBe('differs')
  const found = rebuilt.comparison?.examples ?? []
  expect(found.filter(({ table }) => table === 'customer')).toEqual([
    { table: 'customer', key: [COMPANY, 'customer3'], kind: 'changed', columns: ['phone'] },
    { table: 'customer', key: [COMPANY, 'customer4'], kind: 'missing', columns: [] },
  ])
  expect(found).toContainEqual(
    expect.objectContaining({ table: 'customer_facet_count', kind: 'changed', columns: ['n'] }),
  )
  expect(JSON.stringify(found)).not.toContain('90532')
  expect(await schemasOf(dealer)).toEqual(['read_model', 'read_model_next'])

  expect((await rebuildOf(dealer, { acceptDifferences: true })).outcome).toBe('switched')
  expect(await differences(dealer)).toEqual([])
})

test('back switches to the previous tables after they have caught up, and works in both directions', async () => {
  const { dealer, errors } = await dealerWithCustomers()
  await rebuildOf(dealer)
  await dealer.rows('comment on schema read_model is $$rebuilt$$')
  await customersCome(dealer, 5, 'later')
  const comment = `select obj_description(oid, 'pg_namespace') as comment from pg_namespace
    where nspname = 'read_model'`
  expect((await rebuildOf(dealer, { from: 'previous' })).outcome).toBe('switched')
  expect(await dealer.rows(comment)).toEqual([{ comment: null }])
  expect(await differences(dealer)).toEqual([])
  expect((await rebuildOf(dealer, { from: 'previous' })).events).toBe(0)
  expect(await dealer.rows(comment)).toEqual([{ comment: 'rebuilt' }])
  await dropUnserved(sourcesOf(dealer), 'read_model', 'previous')
  await customersCome(dealer, 1, 'last')
  await dealer.untilShown()
  expect(errors).toEqual([])
  expect(await schemasOf(dealer)).toEqual(['read_model'])
  await expect(rebuildOf(dealer, { from: 'previous' })).rejects.toThrow('no previous tables')
})

test('an interrupted rebuild continues where it was', async () => {
  const { now: dealer } = files
  await customersCome(dealer, 30)
  await dealer.untilShown()
  const stop = new AbortController()
  const move = () => stop.abort()
  const watch = { enter: () => undefined, move }
  await expect(rebuildOf(dealer, { watch, stop: stop.signal })).rejects.toThrow('stopped')
  await customersCome(dealer, 2, 'later')
  await dealer.untilShown()
  const later = new AbortController()
  const enter = (phase: Phase) => (phase === 'comparing' ? later.abort() : undefined)
  const compared = rebuildOf(dealer, {
    stop: later.signal,
    watch: { enter, move: () => undefined },
  })
  await expect(compared).rejects.toThrow(/stopped|connection/i)
  const { outcome, events } = await rebuildOf(dealer)
  expect(outcome).toBe('switched')
  expect(events).toBeLessThan(32)
  expect(await differences(dealer)).toEqual([])
})

test('a rebuild does not switch while a company is parked in the new tables', async () => {
  const { dealer } = await dealerWithCustomers(2)
  const lastDate = '2026-11-20T99:99:99Z'
  await dealer.write(customerEvents, 'odd', customerRecorded({ customerId: 'odd', lastDate }))
  await dealer.untilShown()
  expect(await rebuildOf(dealer)).toMatchObject({ outcome: 'parked', parked: 1 })
})

test('of two concurrent rebuilds the second one is refused', async () => {
  const { now: dealer } = files
  const sources = sourcesOf(dealer)
  const first = await openLeaderConnection(sources.databaseUrl, sources.logger)
  await tryLock(first.client, 'read_model_next')
  await expect(rebuildOf(dealer)).rejects.toThrow('Another process is rebuilding')
  await first.close()
  expect((await rebuildOf(dealer)).outcome).toBe('switched')
})

test('a statement that was prepared before the switch reads the new tables after it', async () => {
  const { now: dealer } = files
  await customersCome(dealer, 3, 'more')
  await dealer.untilShown()
  const client = new Client({ connectionString: dealer.databases.query })
  await client.connect()
  onTestFinished(() => client.end())
  const prepared = {
    name: 'customers',
    text: `select tableoid::text as table, count(*) over ()::integer as total
      from read_model.customer where company_id = $1`,
    values: [COMPANY],
  }
  const read = async () => (await client.query<{ table: string; total: number }>(prepared)).rows[0]
  // A plan is kept once it has been made a few times.
  for (let n = 0; n < 7; n++) await read()
  const before = await read()
  await rebuildOf(dealer)
  const after = await read()
  expect(before?.total).toBeGreaterThan(2)
  expect(after?.total).toBe(before?.total)
  expect(after?.table).not.toBe(before?.table)
})

test('an auditor replays the log into other tables and finds rows changed by hand', async () => {
  const { dealer } = await dealerWithCustomers(6)
  const { signal: stop } = new AbortController()
  const scratch = { serving: 'read_model', schema: AUDIT_SCRATCH, stop }
  const sources = { ...sourcesOf(dealer), databaseUrl: dealer.databases.auditor }
  expect(await replayAndCompare(sources, scratch)).toMatchObject({
    events: 6,
    parked: 0,
    differences: 0,
  })
  await dealer.rows(`insert into read_model.price values ('${COMPANY}', 'gold', null, '[]')`)
  expect(await replayAndCompare(sources, scratch)).toMatchObject({
    differences: 1,
    examples: [{ table: 'price', key: [COMPANY, 'gold'], kind: 'surplus' }],
  })
  expect(
    await dealer.rows('select from pg_class where relnamespace = $1::regnamespace', [
      AUDIT_SCRATCH,
    ]),
  ).toEqual([])
})
