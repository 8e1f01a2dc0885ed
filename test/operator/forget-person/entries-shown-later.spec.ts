import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readModelsIn } from '#command/read-models.ts'
import { registerEvents } from '#kernel/events/customer-event.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { forgetPerson } from '#operator/forget-person/forget.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const companyId = 'c'.repeat(24)
const idNo = '10000000146'

test('an entry of the register that the tables do not show yet outlives the person’s account', async () => {
  const dealer = await dealerForThisTest()
  const projection = dealer.project()
  await dealer.untilShown()
  await projection.close()
  const registerEventId = randomUUID()
  const entry = { idNo, comment: 'an earlier version sealed it with the account' }
  await dealer.write(registerEvents, registerEventId, {
    type: 'RegisterEventRecorded',
    data: {
      companyId,
      personRef: dealer.vault.pseudonym('person', companyId, idNo),
      registerEventId,
      customerId: null,
      eventDate: '2026-11-20T09:45:00Z',
      recordLevel: 3,
      entry,
    },
  })
  const pool = openPool(dealer.databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  const { eventStore, vault } = dealer
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const order = { companyId, idNo, reason: 'asked for it' }

  const forgetting = forgetPerson(
    { eventStore, vault, pool, readModels: readModelsIn(pool) },
    order,
    file,
  )
  dealer.project()

  expect((await forgetting).forgotten).toMatchObject({ keys: 1, registerEntries: 1 })
  await dealer.openVaultAgain()
  const stored = await eventStore.readStream(`customerEvent-${registerEventId}`, { maxCount: 10 })
  const decoded = await decodeEvents(dealer.vault, () => registerEvents, stored)
  expect(decoded.at(-1)).toMatchObject({ event: { data: { entry } } })
})
