import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { followReadProgress } from '#kernel/platform/read-progress/read-progress.ts'
import type { Shard } from '#kernel/platform/read-progress/shard.ts'
import { lockOf } from '#kernel/records/schemas.ts'
import { statusCommand } from '#projections/cli/status-command.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import type { Projection } from '#projections/runtime/projection.ts'
import { divide } from '#projections/runtime/shards/checkpoints.ts'
import { unite } from '#projections/runtime/shards/unite.ts'
import { terminalOf } from '#test/projections/cli/terminal.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { followByUpdatedAt } from '#test/projections/poller.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { differences } from '#test/support/read-model-fold.ts'
import {
  checkpointNames,
  companies,
  companyOf,
  customerComes,
  customersCome,
  named,
} from './customers-of-companies.ts'

const tables = { schema: 'read_model', projection: 'read_model' }
const WITHIN = { timeout: LONGEST_WAIT_MS, interval: 20 }
/** The shards that a projection leads and that are live. */
const ledBy = (projection: Projection) =>
  projection
    .statuses()
    .filter(({ phase }) => phase === 'live')
    .map(({ name }) => name)

test('shards are divided while events come, and become one again, and nothing is lost', async () => {
  const dealer = await dealerForThisTest()
  const projection = dealer.project()
  await customersCome(dealer, 20)
  await dealer.untilShown()
  const poller = followByUpdatedAt(dealer)
  const writing = customersCome(dealer, 150)
  const { client, close } = await openLeaderConnection(dealer.databases.projections, silentLogger)
  onTestFinished(close)
  for (const shard of [
    { index: 0, of: 1 },
    { index: 1, of: 2 },
  ] satisfies Shard[]) {
    expect(await divide(client, { ...tables, shard })).toBe(true)
    expect(await divide(client, { ...tables, shard })).toBe(false)
  }
  await writing
  expect(await checkpointNames(dealer)).toEqual([
    'read_model 0/2',
    'read_model 1/4',
    'read_model 3/4',
  ])
  expect(await differences(dealer)).toEqual([])

  const { signal: stop } = new AbortController()
  expect(await unite(client, { ...tables, stop })).toBe(true)
  expect(await unite(client, { ...tables, stop })).toBe(true)
  await customersCome(dealer, 30)
  await vi.waitFor(() => expect(ledBy(projection)).toEqual(['read_model']), WITHIN)
  expect(await differences(dealer)).toEqual([])
  expect(await poller.missed()).toEqual([])
})

test('two projections share the shards, and one takes over what the other leaves', async () => {
  const dealer = await dealerForThisTest()
  await customersCome(dealer, 10)
  const one = dealer.project({ shards: 4 })
  await vi.waitFor(() => expect(ledBy(one).toSorted()).toEqual(named(4)), WITHIN)
  expect(one.status()).toMatchObject({ name: 'read_model', phase: 'live', failure: undefined })
  const { line } = await terminalOf(dealer)(statusCommand)
  expect(line).toMatchObject({
    state: 'live',
    shards: named(4).map((name) => ({ name, isOwned: true, parkedCompanies: 0 })),
  })
  const other = dealer.project({ shards: 2 })
  await vi.waitFor(() => {
    expect([ledBy(one).length, ledBy(other).length]).toEqual([2, 2])
    expect([...ledBy(one), ...ledBy(other)].toSorted()).toEqual(named(4))
  }, WITHIN)
  await customersCome(dealer, 40)
  expect(await differences(dealer)).toEqual([])
  await one.close()
  await vi.waitFor(() => expect(ledBy(other).toSorted()).toEqual(named(4)), WITHIN)
  await customersCome(dealer, 20)
  expect(await differences(dealer)).toEqual([])
})

test('shards that another process counts for and does not lead are led all the same, and kept', async () => {
  const dealer = await dealerForThisTest()
  const { client, close } = await openLeaderConnection(dealer.databases.projections, silentLogger)
  onTestFinished(close)
  await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [
    lockOf('read_model processes'),
  ])
  const projection = dealer.project({ shards: 4 })
  const leadsAllFor = async (looks: number) => {
    for (let look = 0; look < looks; look++) {
      expect(ledBy(projection).toSorted()).toEqual(named(4))
      await customerComes(dealer, look)
      await pause(100)
    }
  }
  await vi.waitFor(() => leadsAllFor(10), WITHIN)
  await leadsAllFor(30)
  expect(await differences(dealer)).toEqual([])

  const other = dealer.project({ shards: 4 })
  await vi.waitFor(() => expect(ledBy(other)).toHaveLength(2), WITHIN)
})

test('a client waits for the shard of its company, where a parked company is shown and retried', async () => {
  const dealer = await dealerForThisTest()
  const progress = followReadProgress({
    schema: 'read_model',
    databaseUrl: dealer.databases.query,
    logger: silentLogger,
  })
  onTestFinished(progress.close)
  const projection = dealer.project({ shards: 4 })
  for (let n = 0; n < 24; n++) {
    const position = await customerComes(dealer, n)
    const companyId = companyOf(n)
    expect(await progress.waitFor(position, 10_000, companyId)).toBe(true)
    const found = await dealer.rows('select 1 from read_model.customer where id = $1', [
      `${companyId}-${n}`,
    ])
    expect(found).toHaveLength(1)
  }
  expect(await progress.waitFor(await dealer.eventStore.headOfLog(), 10_000)).toBe(true)

  const [company = ''] = companies
  await dealer.rows(
    `alter table read_model.customer add constraint odd check (company_id <> '${company}') not valid`,
  )
  await customersCome(dealer, 24)
  await dealer.untilShown()
  const parkedIn = () => projection.statuses().filter(({ parked }) => parked.length > 0)
  await vi.waitFor(() => expect(parkedIn()).toHaveLength(1), WITHIN)
  const parked = () => projection.status().parked
  await expect.poll(parked, { timeout: LONGEST_WAIT_MS }).toMatchObject([{ company, waiting: 2 }])
  await dealer.rows('alter table read_model.customer drop constraint odd')
  expect(await dealer.retry()).toEqual([])
  expect(await differences(dealer)).toEqual([])
})
