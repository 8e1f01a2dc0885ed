import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { sanctionListEvents } from '#kernel/events/sanction-list.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { decodeEvents, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import { openCall } from '#kernel/platform/recording/recorded-call.ts'
import { openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { check, PERSON } from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { type SystemAddresses, systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

/** The log and the vault, as an auditor opens them. */
async function logOf({ databases, eventStoreUrl, vaultKey }: SystemAddresses) {
  const pool = openPool(databases.auditor, { logger: silentLogger, max: 2, name: 'test' })
  const vault = await openVaultToRead(pool, Buffer.from(vaultKey, 'hex'))
  const macs = vault.eventMacs
  const eventStore = connectEventStore({ url: eventStoreUrl, logger: silentLogger, macs })
  onTestFinished(async () => {
    await eventStore.close()
    await pool.end()
  })
  return { eventStore, vault, pool }
}

test('a check is one event: the versions searched, who asked from where, and all that is personal sealed', async () => {
  const { api, credentials } = await newDealer(system, { lines: [] })
  const entry = { id: '1', name: 'Gizemli Uydurma', aliases: 'Sırdaş Uydurma', idNo: PERSON }
  await importList(system, 'masak', listOf(entry))
  const made = await check(api, {
    fullName: 'Gizemli Uydurma',
    idNo: PERSON,
    options: { pepQuery: false },
  })
  const { eventStore, vault } = await logOf(system)
  const stored = await eventStore.readStream(`sanctionCheck-${made.id}`, { maxCount: 10 })
  const [recorded, ...others] = await decodeEvents(vault, () => sanctionCheckEvents, stored)

  expect(others).toEqual([])
  if (recorded === undefined) throw new Error('the check was not recorded')
  expect(recorded.event.data.lists).toEqual([
    { list: 'masak', version: made.matches.masak[0]?.listVersion },
    { list: 'wanted', version: null },
  ])
  const { actor } = recorded.metadata
  expect(actor).toEqual({ kind: 'apiUser', id: credentials.apiUserId })
  expect(await openCall(vault, recorded.metadata, recorded)).toMatchObject({
    ip: expect.stringMatching(/127\.0\.0\.1$/),
  })
  expect(valueUnlessForgotten(recorded.event.data.query ?? null)).toMatchObject({ idNo: PERSON })
  const raw = JSON.stringify(stored.map(({ data, metadata }) => ({ data, metadata })))
  for (const secret of ['Gizemli', 'Sırdaş', PERSON]) expect(raw).not.toContain(secret)
})

test('the log names every version of a list, and the vault keeps them all', async () => {
  const files = ['Bir', 'İki'].map((name) => listOf({ id: '1', name: `${name} Uydurma` }))
  for (const file of files) await importList(system, 'pep', file)
  const { eventStore, pool } = await logOf(system)
  const stored = await eventStore.readStream('sanctionList-pep', { maxCount: 10 })
  const events = decodeWithoutKeys(() => sanctionListEvents, stored).map(({ event }) => event.data)
  expect(events).toMatchObject([
    { list: 'pep', format: 'openSanctions', rows: 1, skippedRows: 0 },
    { list: 'pep', format: 'openSanctions', rows: 1, skippedRows: 0 },
  ])
  const kept = await pool.query<{ version: string; name: string }>(
    `select version, entry->>'name' as name from vault.sanction_list_entry where list = 'pep'`,
  )
  expect(new Map(kept.rows.map(({ version, name }) => [version, name]))).toEqual(
    new Map([
      [events[0]?.version, 'Bir Uydurma'],
      [events[1]?.version, 'İki Uydurma'],
    ]),
  )
  for (const { version, sha256 } of events) expect(version.slice(11)).toBe(sha256.slice(0, 12))
})

test('a command service that starts later searches the same versions, and later ones', async () => {
  const { credentials } = await newDealer(system, { lines: [] })
  await importList(system, 'wanted', listOf({ id: '1', name: 'Önceki Uydurma' }))
  const { url } = await anotherCommandService(system)
  const api = apiAt(url, credentials)
  expect((await check(api, { fullName: 'Önceki Uydurma' })).summary.wantedCount).toBe(1)
  await importList(system, 'wanted', listOf({ id: '1', name: 'Sonraki Uydurma' }))
  expect((await check(api, { fullName: 'Sonraki Uydurma' })).summary.wantedCount).toBe(1)
})

test('after two concurrent imports of one list, one of them is in use as a whole', async () => {
  const { api } = await newDealer(system, { lines: [] })
  const names = ['Sol', 'Sağ'].map((name) => `${name} Uydurma${randomBytes(3).toString('hex')}`)
  const ended = await Promise.all(
    names.map((name) => importList(system, 'wanted', listOf({ id: '1', name }))),
  )
  expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  const found = await Promise.all(names.map((fullName) => check(api, { fullName })))
  const hits = found.map(({ matches }) => matches.wanted.length)
  expect(hits.toSorted()).toEqual([0, 1])
})
