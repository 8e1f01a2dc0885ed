// @module-tag embedded-parts

import { execFile } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { stoppablePostgresForThisTest } from '#test/support/another-postgres.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { newPerson } from '#test/support/invoices.ts'
import { placeForStacks, stopStack } from '#test/support/running-stack.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }
// Nothing is signed meanwhile: the witness knows no more than the copy.
const SETTINGS = { DEMO: 'false', NOTARY_INTERVAL_SECONDS: '3600' }

test('a whole database of before is not written to, so no number is given twice', async () => {
  const place = await placeForStacks()
  const first = await place.start(SETTINGS)
  const { credentials } = await newDealer(await place.addresses())
  const api = apiAt(first.baseUrl, credentials, { mayFail: true })
  expect(createdIn(await api.post('/v1/expenses', manual({ amount: 700 }))).number).toBe('1')
  expect(await stopStack(first.supervisor)).toBe(0)
  const database = join(place.folder, 'postgres')
  await copyOf(database, `${database}.before`)
  const second = await place.start(SETTINGS)
  const lost = await api.post('/v1/expenses', manual({ amount: 800 }))
  expect(createdIn(lost).number).toBe('2')
  expect(await stopStack(second.supervisor)).toBe(0)

  await rm(database, { recursive: true })
  await copyOf(`${database}.before`, database)
  // It does not become ready.
  void place.start(SETTINGS).catch(() => undefined)

  await vi.waitFor(async () => {
    const answer = await fetch(`${first.baseUrl}/health/ready`)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('logSetBack'),
    ])
  }, PATIENCE)
  const refused = await api.post('/v1/expenses', manual({ amount: 900 }))
  expect(refused.status).toBe(503)
})

test('an older copy put back under a running system whose log is elsewhere is named, and a later one elsewhere goes on', async () => {
  const { url: EVENTSTORE_URL } = await eventStoreNodeForThisTest()
  const postgres = await stoppablePostgresForThisTest()
  const place = await placeForStacks()
  const own = { ...SETTINGS, EVENTSTORE_URL }
  const { baseUrl, supervisor } = await place.start({ ...own, DATABASE_URL: postgres.url })
  const { credentials } = await newDealer(await place.addresses())
  const api = apiAt(baseUrl, credentials, { mayFail: true })
  const buy = (amount: number) => api.post('/v1/expenses', manual({ idNo: newPerson(), amount }))
  const isReady = () =>
    vi.waitFor(
      async () => expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200),
      PATIENCE,
    )
  const exchange = async (taken: string, given: string) => {
    await postgres.stop()
    await rename(postgres.folder, taken)
    await copyOf(given, postgres.folder)
    await postgres.start()
  }
  expect(createdIn(await buy(700)).number).toBe('1')
  const [older, later] = [`${postgres.folder}.older`, `${postgres.folder}.later`]
  await postgres.stop()
  await copyOf(postgres.folder, older)
  await postgres.start()
  await isReady()
  expect(createdIn(await buy(800)).number).toBe('2')

  await exchange(later, older)

  await vi.waitFor(async () => {
    const answer = await fetch(`${baseUrl}/health/ready`)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('vaultSetBack'),
    ])
  }, PATIENCE)
  expect((await buy(900)).status).toBe(503)
  await exchange(`${older}.given-up`, later)
  await isReady()
  expect(createdIn(await buy(1_000)).number).toBe('3')

  expect(await stopStack(supervisor)).toBe(0)
  await postgres.stop()
  const elsewhere = await stoppablePostgresForThisTest()
  await elsewhere.stop()
  await rm(elsewhere.folder, { recursive: true })
  await copyOf(postgres.folder, elsewhere.folder)
  await elsewhere.start()
  await place.start({ ...own, DATABASE_URL: elsewhere.url })
  await isReady()
  expect(createdIn(await buy(1_100)).number).toBe('4')
})

/** Also whom it belongs to: the user of an embedded PostgreSQL is not ours. */
const copyOf = (folder: string, to: string) => promisify(execFile)('cp', ['-a', folder, to])
