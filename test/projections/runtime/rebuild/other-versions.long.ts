import { expect, test, vi } from 'vitest'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { customersCome, rebuildOf, schemasOf, versionsIn } from './rebuilding.ts'

const TIMEOUT = { timeout: LONGEST_WAIT_MS, interval: 5 }

/** As tables that another version of the program has made and filled. */
async function madeBy(dealer: Dealer, version: string, schema = 'read_model') {
  await dealer.rows(`update ${schema}.schema_version set version = $1`, [version])
}

async function dealerWithTables() {
  const dealer = await dealerForThisTest()
  const first = dealer.project()
  await customersCome(dealer, 8)
  await dealer.untilShown()
  await first.close()
  const [ours = ''] = await versionsIn(dealer)
  return { dealer, ours, olderProjectors: ours.replace(/^\w+/, '01d'), olderTables: '01d-01d-01d' }
}

const untilServed = (dealer: Dealer, version: string) =>
  vi.waitFor(async () => expect(await versionsIn(dealer)).toEqual([version]), TIMEOUT)

test('a program with other projectors feeds the served tables until its own replace them', async () => {
  const { dealer, ours, olderProjectors } = await dealerWithTables()
  await madeBy(dealer, olderProjectors)
  await dealer.rows(`update read_model.customer set phone = null`)
  const projection = dealer.project()
  await customersCome(dealer, 4, 'later')
  await untilServed(dealer, ours)
  expect(await differences(dealer)).toEqual([])
  expect(await versionsIn(dealer, 'read_model_previous')).toEqual([olderProjectors, ours])
  await vi.waitFor(() => expect(projection.status().phase).toBe('live'), TIMEOUT)
  expect(projection.status().rebuild).toBeUndefined()
})

test('tables of another shape are served unchanged until those of this program are built', async () => {
  const { dealer, ours, olderTables } = await dealerWithTables()
  await madeBy(dealer, olderTables)
  await dealer.rows('alter table read_model.customer drop column phone')
  await customersCome(dealer, 4, 'later')
  dealer.project()
  await untilServed(dealer, ours)
  expect(await differences(dealer)).toEqual([])
  expect(await versionsIn(dealer, 'read_model_previous')).toEqual([olderTables])
  expect(await dealer.rows('select 1 from read_model_previous.customer')).toHaveLength(8)
})

test('the program of the previous version finds its tables and switches back to them', async () => {
  const { dealer, ours, olderProjectors } = await dealerWithTables()
  await rebuildOf(dealer)
  await madeBy(dealer, olderProjectors)
  await dealer.rows('comment on schema read_model_previous is $$of before$$')
  await customersCome(dealer, 4, 'later')
  dealer.project()
  await untilServed(dealer, ours)
  expect(await differences(dealer)).toEqual([])
  const comment = `select obj_description('read_model'::regnamespace, 'pg_namespace') as comment`
  expect(await dealer.rows(comment)).toEqual([{ comment: 'of before' }])
})

test('a program whose tables were replaced by another version does not write to them', async () => {
  const { dealer, olderProjectors, ours } = await dealerWithTables()
  const projection = dealer.project()
  await vi.waitFor(() => expect(projection.status().phase).toBe('live'), TIMEOUT)
  await madeBy(dealer, olderProjectors)
  await dealer.rows(`select pg_notify('read_model_switched', '')`)
  await vi.waitFor(() => expect(projection.status().phase).toBe('superseded'), TIMEOUT)
  const shown = await dealer.positionShown()
  await customersCome(dealer, 1, 'later')
  expect(await dealer.positionShown()).toBe(shown)
  expect(await schemasOf(dealer)).toEqual(['read_model'])
  await madeBy(dealer, ours)
  await vi.waitFor(() => expect(projection.status().phase).toBe('live'), TIMEOUT)
  expect(await differences(dealer)).toEqual([])
})
