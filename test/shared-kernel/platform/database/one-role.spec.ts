import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyCommand } from '#audit/verification/command.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { readProjectionsSettings } from '#projections/settings.ts'
import { startProjections } from '#projections/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import { sameForEachRole } from '#stack/postgres/role-urls.ts'
import { terminalOf } from '#test/projections/cli/terminal.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { unpreparedDatabaseForThisTest } from '#test/support/database.ts'
import { startEventStore } from '#test/support/event-store.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { startedWith } from '#test/support/started-with.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const NOWHERE = 'http://127.0.0.1:1'

/** A command service and projections with one and the same address of the database. */
async function systemWithOneRole() {
  const databaseUrl = await unpreparedDatabaseForThisTest()
  const eventStore = await startEventStore(databaseUrl)
  onTestFinished(async () => void (await eventStore.close()))
  const key = randomBytes(32).toString('hex')
  const place = {
    databaseUrl,
    databases: sameForEachRole(databaseUrl),
    eventStoreUrl: eventStore.url,
    vaultKey: key,
    baseUrl: NOWHERE,
    sandboxUrl: NOWHERE,
  }
  const port = await freePort()
  const settings = settingsFrom({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStore.url,
    VAULT_KEY: key,
  })
  const closers: (() => unknown)[] = []
  onTestFinished(async () => {
    for (const close of closers.toReversed()) await close()
  })
  await startProjections(
    startedWith('projections', readProjectionsSettings(settings), (_part, close) =>
      closers.push(close),
    ),
  )
  const { url } = await anotherCommandService(place)
  await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), {
    timeout: LONGEST_WAIT_MS,
  })
  return { ...place, baseUrl: url }
}

test('in a database that was not prepared, one role is enough for every process', async () => {
  const system = await systemWithOneRole()
  await newDealer(system)
  const vaultKey = Buffer.from(system.vaultKey, 'hex')
  const verified = await terminalOf({ ...system, vaultKey }, 'auditor')(verifyCommand)
  expect(verified).toMatchObject({ exitCode: 0, line: { differences: 0 } })
})
