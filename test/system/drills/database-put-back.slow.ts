// @module-tag embedded-parts

import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
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

/** Also whom it belongs to: the user of an embedded PostgreSQL is not ours. */
const copyOf = (folder: string, to: string) => promisify(execFile)('cp', ['-a', folder, to])
