import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appendOne } from '#command/event-sourcing/append.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { untilShown } from '#operator/forget-person/emptied-tables.ts'
import { endRetention } from '#operator/retention/run.ts'
import type { DueKey } from '#operator/retention/sealed-data.ts'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { shopDealer } from '#test/audit/business.ts'
import { customerRecorded } from '#test/projections/samples.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { PERSON } from '#test/support/vouchers.ts'

const addresses = systemForThisFile()
const NAME = 'Ayşe Kanarya'

const onSystem = <Result>(work: (system: System) => Promise<Result>) => {
  const { databaseUrl, eventStoreUrl } = addresses
  const vaultKey = Buffer.from(addresses.vaultKey, 'hex')
  const rest = { integratorUrl: null, attemptDeadlineSeconds: null }
  return withSystem({ databaseUrl, eventStoreUrl, vaultKey, ...rest }, work, 'end of a retention')
}

const shownIn = async ({ api }: Dealer) =>
  JSON.stringify((await api.get('/v1/customers?pageSize=100')).data)

/** As a process does that has not heard yet that the key is destroyed. */
async function recordWithKeyInMemory({ eventStore, vault }: System, companyId: string) {
  const customerId = recordId()
  const personRef = vault.pseudonym('person', companyId, PERSON)
  const person = { ...customerRecorded().data.person, idNo: PERSON, nameSurname: NAME }
  const lastDate = new Date().toISOString()
  const commandId = randomUUID()
  const event = {
    family: customerEvents,
    event: customerRecorded({ companyId, customerId, personRef, person, lastDate }),
    stream: `${customerEvents.category}-${customerId}`,
    id: randomUUID(),
    recordedAt: lastDate,
    origin: { ...operatorOrigin(commandId), companyId },
    owner: { companyId, purpose: 'customer', person: PERSON },
  } as const
  await appendOne({ eventStore, vault }, event, 'no_stream')
  return customerId
}

test('what is recorded while a retention ends is emptied with it, and tables are as after a rebuild', async () => {
  const dealer = await shopDealer(addresses)
  const { companyId } = dealer
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const record = async (lastDate: string) => {
    const id = recordId()
    const data = { id, idNo: PERSON, nameSurname: NAME, lastDate }
    await dealer.import({ kind: 'customer', data })
    return id
  }
  const old = await record('2010-05-01T09:00:00Z')
  const periods = { fiscalYears: 10, masakYears: 8 }
  const order = { companyId, periods, now: Date.now() }

  await onSystem(async (system) => {
    const owner = { companyId, purpose: 'customer', person: PERSON } as const
    await system.vault.keyOf(owner)
    const ids = [old]
    let readings = 0
    const log = {
      ...system.eventStore,
      /** The second reading is the last one before keys are destroyed. */
      async *readLog(...from: Parameters<System['eventStore']['readLog']>) {
        yield* system.eventStore.readLog(...from)
        readings += 1
        if (readings !== 2) return
        ids.push(await record(new Date().toISOString()))
        await expect.poll(() => shownIn(dealer)).toContain(ids[1])
      },
      async append(...event: Parameters<System['eventStore']['append']>) {
        if (ids.length === 2) ids.push(await recordWithKeyInMemory(system, companyId))
        return system.eventStore.append(...event)
      },
    }
    const ended: DueKey[] = []
    const listener = {
      reading: () => undefined,
      read: () => undefined,
      found: () => undefined,
      async ended(due: DueKey) {
        if (ended.length === 0) ids.push(await recordWithKeyInMemory(system, companyId))
        ended.push(due)
      },
    }
    const run = async () => {
      const position = await endRetention({ ...system, eventStore: log }, order, { file, listener })
      if (position !== undefined) await untilShown(system.pool, position)
    }
    await run()
    expect(ended.map(({ streams }) => streams.toSorted())).toEqual([
      [`customer-${old}`],
      ids
        .slice(1)
        .map((id) => `customer-${id}`)
        .toSorted(),
    ])
    const shown = await shownIn(dealer)
    for (const id of ids) expect(shown).toContain(id)
    expect(shown).not.toContain(NAME)
    // Nothing is left to be named.
    await run()
    expect(ended).toHaveLength(2)
  })
  // With the keys that are left.
  expect(await onSystem(differences)).toEqual([])
  const verified = await audit(['verify', '--company', companyId], variablesOf(addresses))
  expect(verified).toMatchObject({ exitCode: 0 })
})
