import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readModelsIn } from '#command/read-models.ts'
import { registerEvents } from '#kernel/events/customer-event.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import { idvSessionEvents } from '#kernel/events/idv-session.ts'
import { personEvents, personStream } from '#kernel/events/person-forgotten.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { decodeEvents, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { forgetPerson } from '#operator/forget-person/forget.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { untilDone } from '#test/support/killed-statements.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const companyId = 'c'.repeat(24)
const idNo = '10000000146'

test('a person is forgotten although the command is killed before each of its statements', async () => {
  const dealer = await dealerForThisTest()
  dealer.project()
  const personRef = dealer.vault.pseudonym('person', companyId, idNo)
  const registerEventId = randomUUID()
  const entry = { idNo, comment: 'kept, though an earlier version sealed it with the account' }
  const about = { companyId, personRef }
  await dealer.write(registerEvents, registerEventId, {
    type: 'RegisterEventRecorded',
    data: {
      ...about,
      registerEventId,
      customerId: null,
      eventDate: '2026-11-20T09:45:00Z',
      recordLevel: 3,
      entry,
    },
  })
  const moments = { createdAt: '2026-11-20T09:45:00Z', updatedAt: '2026-11-20T09:45:00Z' }
  const session = { idNo, dataSet: '{}' }
  const data = { ...about, sessionId: 'session-1', ...moments, session }
  await dealer.write(idvSessionEvents, 'session-1', { type: 'SessionRecorded', data })
  await dealer.untilShown()
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const pool = openPool(dealer.databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  const order = { companyId, idNo, reason: 'asked for it' }

  const steps = await untilDone(
    async (killed) => {
      const { eventStore, vaultKey } = dealer
      const vault = await openVault(pool, vaultKey)
      const administrator = killed(pool)
      const readModels = readModelsIn(administrator)
      await forgetPerson({ eventStore, vault, pool: administrator, readModels }, order, file)
    },
    async () => {
      const listed = await readFile(file, 'utf8').catch(() => '')
      const destroyed = await dealer.rows<{ id: string }>('select id from vault.destroyed_key')
      // Before a key is destroyed, a restore knows of it.
      for (const { id } of destroyed) expect(listed).toContain(id)
    },
  )
  expect(steps).toBeGreaterThan(6)

  const stored = await dealer.eventStore.readStream(personStream(personRef), { maxCount: 10 })
  const recorded = decodeWithoutKeys(() => personEvents, stored)
  const [key] = await dealer.rows<{ id: string }>('select id from vault.destroyed_key')
  expect(recorded.map(({ event }) => event.data)).toEqual([
    { companyId, personRef, keyIds: [key?.id], reason: order.reason },
  ])
  await dealer.openVaultAgain()
  const lastOf = async (stream: string) => {
    const last = { direction: 'backwards', maxCount: 1 } as const
    const [event] = await dealer.eventStore.readStream(stream, last)
    return event === undefined ? [] : [event]
  }
  const decoded = await decodeEvents(
    dealer.vault,
    () => registerEvents,
    await lastOf(`customerEvent-${registerEventId}`),
  )
  expect(decoded).toMatchObject([{ event: { data: { entry } } }])
  const sessions = await decodeEvents(
    dealer.vault,
    () => idvSessionEvents,
    await lastOf('idvSession-session-1'),
  )
  expect(sessions).toMatchObject([{ event: { data: { session: forgotten } } }])
  await dealer.untilShown()
  expect(await dealer.rows('select comment from read_model.customer_event')).toEqual([
    { comment: entry.comment },
  ])
  expect(await dealer.rows('select id_no, data_set from read_model.idv_session')).toEqual([
    { id_no: null, data_set: null },
  ])
})
