import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readModelsIn } from '#command/read-models.ts'
import { registerEvents } from '#kernel/events/customer-event.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { forgetPerson } from '#operator/forget-person/forget.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const companyId = 'c'.repeat(24)
const idNo = '10000000146'
const ENTRIES = 250

test('hundreds of entries of one person are recorded again many at a time, and all of them', async () => {
  const dealer = await dealerForThisTest()
  const personRef = dealer.vault.pseudonym('person', companyId, idNo)
  const about = { companyId, personRef, customerId: null, eventDate: '2026-11-20T09:45:00Z' }
  const writeOne = (registerEventId: string) =>
    dealer.write(registerEvents, registerEventId, {
      type: 'RegisterEventRecorded',
      data: { ...about, registerEventId, recordLevel: 3, entry: { idNo, comment: 'kept' } },
    })
  await Promise.all(Array.from({ length: ENTRIES }, () => writeOne(randomUUID())))
  dealer.project()
  await dealer.untilShown()
  const pool = openPool(dealer.databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  const { vault } = dealer
  const { eventStore, most } = counting(dealer.eventStore)
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const system = { eventStore, vault, pool, readModels: readModelsIn(pool) }

  const { forgotten } = await forgetPerson(system, { companyId, idNo, reason: 'asked' }, file)

  expect(forgotten.registerEntries).toBe(ENTRIES)
  expect(most()).toBeGreaterThan(10)
})

/** The store, and how many appends it was asked for at one time. */
function counting(eventStore: EventStore) {
  let running = 0
  let most = 0
  const append: EventStore['append'] = async (...parameters) => {
    running += 1
    most = Math.max(most, running)
    try {
      return await eventStore.append(...parameters)
    } finally {
      running -= 1
    }
  }
  return { eventStore: { ...eventStore, append }, most: () => most }
}
