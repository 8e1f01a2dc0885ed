// @module-tag embedded-parts

import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test, vi } from 'vitest'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { vaultTables } from '#kernel/platform/vault/tables.ts'
import { withStores } from '#operator/restore/stores.ts'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { createdIn as createdForm, OTHER_PERSON } from '#test/support/forms.ts'
import { type Place, placeForStacks, stopStack } from '#test/support/running-stack.ts'
import { type Api, apiAt } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, detailIn, listIn, manual } from '#test/support/vouchers.ts'
import { startWork } from '#test/support/workers.ts'
import { exited, operator, startOperator } from './operator-process.ts'

const SETTINGS = { DEMO: 'false', NOTARY_INTERVAL_SECONDS: '1' }
const PATIENCE = { timeout: 90_000, interval: 50 }
const DESKS = 3
const TIME_MS = 600_000

test('a backup of a busy system brings it back after everything else is deleted', {
  timeout: TIME_MS,
}, async () => {
  const place = await placeForStacks()
  const first = await place.start(SETTINGS)
  const backups = await temporaryFolder('drill')
  const backup = join(backups, 'backup')
  await mkdir(join(backups, 'killed.partial'))
  const dealer = await newDealer(await place.addresses())
  const written: Written[] = []
  const work = startWork((over) =>
    Array.from({ length: DESKS }, (_, desk) => keepWriting(dealer.api, { desk, written, over })),
  )
  await moreThan(written, 30)
  await untilWitnessed(place)
  const before = written.length
  const canary = 'Kanarya Sarıgöz'
  const form = { idNo: OTHER_PERSON, nameSurname: canary }
  const { id: formId } = createdForm(await dealer.api.post('/v1/customers', form))

  const taken = await operator(['backup', '--to', backup], { DATA_DIR: place.folder })
  const leftover = `${join(backups, 'killed.partial')} is not complete`
  expect([taken.exitCode, taken.stderr]).toEqual([0, expect.stringContaining(leftover)])
  await moreThan(written, written.length + 20)
  work.check()
  await work.stop()
  const destroyedKeys = await forgetPerson(place, dealer)
  const details = await detailsOf(dealer, written)
  expect(await stopStack(first.supervisor)).toBe(0)
  const keys = await keysOf(place)
  await rm(place.folder, { recursive: true })
  await mkdir(place.folder)
  await writeFile(join(place.folder, 'notary.key'), keys.notary, { mode: 0o600 })

  const toPlace = { DATA_DIR: place.folder, VAULT_KEY: keys.vault }
  expect(
    await operator(['restore', '--from', backup], { ...toPlace, VAULT_KEY: '7'.repeat(64) }),
  ).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^VAULT_KEY is not the key of this backup.*\n$/),
  })
  const noList = { ...toPlace, DESTROYED_KEYS: join(place.folder, 'no-such-list.ndjson') }
  expect(await operator(['restore', '--from', backup], noList)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('there is no such list of destroyed keys'),
  })
  await killedRestores(backup, toPlace)
  const withList = ['restore', '--from', backup, '--destroyed-keys', destroyedKeys]
  const restored = await operator(withList, toPlace)
  expect([restored.exitCode, restored.stderr]).toEqual([0, expect.stringContaining('Next:')])
  expect(await operator(['restore', '--from', backup], toPlace)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^A restore needs an empty database .*$/m),
  })

  await place.start(SETTINGS)
  const api = apiAt((await place.addresses()).baseUrl, dealer.credentials)
  for (const { id } of written.slice(0, before)) {
    expect(detailIn(await api.get(`/v1/expenses/${id}`))).toEqual(details.get(id))
  }
  await oldRequestsAreKnown(api, written.slice(0, before))
  const { data: formAgain } = await api.get(`/v1/compliance/verifications/${formId}`)
  expect(formAgain).toMatchObject({ id: formId, idNo: null, nameSurname: null })
  const next = createdIn(await api.post('/v1/expenses', manual({ amount: 999_999 })))
  // The recovery completes those that the backup caught halfway.
  await vi.waitFor(async () => {
    const there = await allListed(api)
    const numbers = there.map(({ number }) => Number(number))
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, at) => at + 1))
    expect(there.map(({ id }) => id)).toContain(next.id)
    expect(there.length).toBeLessThan(details.size)
  }, PATIENCE)
  await verified(place, backup)
})

/** Somebody whom the backup still knows; gives the list that a restore needs. */
async function forgetPerson(place: Place, { companyId }: Dealer): Promise<string> {
  const list = join(await temporaryFolder('drill'), 'destroyed-keys.ndjson')
  const order = ['--company', companyId, '--id-no', OTHER_PERSON, '--reason', 'in writing']
  const variables = { DATA_DIR: place.folder, DESTROYED_KEYS: list }
  const { exitCode, stderr } = await operator(['forget-person', ...order], variables)
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(list)])
  return list
}

interface Written {
  readonly id: string
  readonly key: string
  readonly amount: number
}

interface Desk {
  readonly desk: number
  readonly written: Written[]
  readonly over: AbortSignal
}

async function keepWriting(api: Api, { desk, written, over }: Desk) {
  for (let count = 0; !over.aborted; count++) {
    const key = `desk-${desk}-${count}`
    const amount = 1_000 + desk * 100_000 + count
    const headers = { 'idempotency-key': key }
    const { id } = createdIn(await api.post('/v1/expenses', manual({ amount }), headers))
    written.push({ id, key, amount })
  }
}

const moreThan = (written: readonly Written[], count: number) =>
  vi.waitFor(() => expect(written.length).toBeGreaterThan(count), PATIENCE)

const witnessOf = (place: Place) => readFile(join(place.folder, 'notary/witness.ndjson'), 'utf8')

const untilWitnessed = (place: Place) =>
  vi.waitFor(async () => expect((await witnessOf(place)).length).toBeGreaterThan(0), PATIENCE)

async function detailsOf({ api }: Dealer, written: readonly Written[]) {
  const details = new Map<string, unknown>()
  for (const { id } of written) details.set(id, detailIn(await api.get(`/v1/expenses/${id}`)))
  return details
}

async function allListed(api: Api) {
  const vouchers: ReturnType<typeof listIn>[number][] = []
  for (let page = 1; ; page++) {
    const items = listIn(await api.get(`/v1/expenses?pageSize=100&page=${page}`))
    vouchers.push(...items)
    if (items.length === 0) return vouchers
  }
}

/** They are answered as they were, and nothing is written twice. */
async function oldRequestsAreKnown(api: Api, written: readonly Written[]) {
  for (const { id, key, amount } of written.slice(-5)) {
    const again = await api.post('/v1/expenses', manual({ amount }), { 'idempotency-key': key })
    expect(createdIn(again).id).toBe(id)
  }
}

/** Kills one while it copies the log, and one when it has copied all of it and begins the chain. */
async function killedRestores(
  backup: string,
  { DATA_DIR, VAULT_KEY }: { readonly DATA_DIR: string; readonly VAULT_KEY: string },
) {
  await withStores({ ...process.env, DATA_DIR }, async ({ databaseUrl, eventStoreUrl }) => {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'test' })
    await client.connect()
    const variables = { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl, VAULT_KEY }
    try {
      // However fast the machine, no restore gets past its chain before it is killed.
      await makeTables(client, vaultTables)
      await client.query('begin')
      await client.query('lock table vault.log_chain in exclusive mode')
      await killedRestore(backup, variables, async () => {
        const { rowCount } = await client.query('select from event_store.events limit 1')
        expect(rowCount).toBe(1)
      })
      await killedRestore(backup, variables, (said) => expect(said).toMatch(/^copying: /m))
    } finally {
      await client.end()
    }
  })
}

async function killedRestore(
  backup: string,
  variables: Readonly<Record<string, string>>,
  isDue: (said: string) => unknown,
) {
  const { child } = startOperator(['restore', '--from', backup], variables)
  let said = ''
  child.stderr?.on('data', (part) => (said += part))
  await vi.waitFor(() => isDue(said), PATIENCE)
  child.kill('SIGKILL')
  await exited(child)
  expect([child.signalCode, said]).toEqual(['SIGKILL', expect.any(String)])
}

async function verified(place: Place, backup: string) {
  const witness = join(await temporaryFolder('drill'), 'witness.ndjson')
  const saved = createReadStream(join(backup, 'witness.ndjson.gz')).pipe(createGunzip())
  await writeFile(witness, await text(saved))
  const pins = ['--witness', witness]
  const verdict = await audit(['verify', ...pins], variablesOf(await place.addresses()))
  expect([verdict.exitCode, verdict.stderr]).toEqual([0, expect.stringContaining('chain: ok')])
  expect(Verdict.Parse(JSON.parse(verdict.stdout)).pinned).toBe(true)
}

const Verdict = Compile(Type.Object({ pinned: Type.Boolean() }))

async function keysOf({ folder }: Place) {
  const [vault, notary] = await Promise.all(
    ['vault.key', 'notary.key'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  return { vault: vault?.trim() ?? '', notary: notary ?? '' }
}
