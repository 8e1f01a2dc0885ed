import { expect, onTestFinished, test } from 'vitest'
import { forgotten } from '#kernel/events/event-family.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { keyIdOf } from '#kernel/platform/vault/key-owner.ts'
import { untilSecretsAreMade } from '#kernel/platform/vault/named-secrets.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { destroyKeysIn } from '#test/support/destroy-keys.ts'
import { execute } from '#test/support/execute.ts'
import { encoded } from '#test/support/stored-events.ts'
import { content } from '#test/support/voucher-samples.ts'

const masterKey = Buffer.alloc(32, 7)
const seller = { companyId: 'company-1', purpose: 'fiscal', person: '10000000146' } as const

function poolAt(databaseUrl: string) {
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 6, name: 'test' })
  onTestFinished(() => pool.end())
  return pool
}

async function databaseOfVaults() {
  const administratorUrl = await databaseForThisTest()
  const pool = poolAt(databasesOfRoles(administratorUrl).command)
  return {
    pool,
    administratorUrl,
    destroy: (...ids: readonly string[]) => destroyKeysIn(administratorUrl, ids),
    open: (key: Buffer = masterKey) => openVault(pool, key),
  }
}

const bytesOf = async (vault: Vault, owner: Parameters<Vault['keyOf']>[0] = seller) =>
  (await vault.keyOf(owner)).key.export().toString('hex')

test('services that start at once share one vault', async () => {
  const { open } = await databaseOfVaults()
  const vaults = await Promise.all([open(), open(), open()])
  expect(new Set(vaults.map((vault) => vault.pseudonym('person', '10000000146'))).size).toBe(1)
  expect(new Set(await Promise.all(vaults.map((vault) => bytesOf(vault)))).size).toBe(1)
})

test('a service that only uses the vault waits until another one has made it', async () => {
  const { administratorUrl, open } = await databaseOfVaults()
  const pool = poolAt(databasesOfRoles(administratorUrl).webhooks)
  await expect(openVault(pool, masterKey)).rejects.toThrow('the vault has lost its secret')
  const opened = untilSecretsAreMade(pool, silentLogger).then(() => openVault(pool, masterKey))
  const made = await open()
  expect(await bytesOf(await opened)).toBe(await bytesOf(made))
})

test('each company, purpose and person has a key of its own', async () => {
  const { open } = await databaseOfVaults()
  const vault = await open()
  const owners = [
    seller,
    { ...seller, companyId: 'company-2' },
    { ...seller, purpose: 'customer' as const },
    { ...seller, person: '39586528950' },
  ]
  const keys = await Promise.all(owners.map((owner) => bytesOf(vault, owner)))
  expect(new Set(keys).size).toBe(4)
})

test('concurrent callers each get their key, and the same one again', async () => {
  const { open } = await databaseOfVaults()
  const [one, other] = [await open(), await open()]
  const people = Array.from({ length: 60 }, (_, place) => `person-${place % 40}`)
  const ask = (vault: Vault) =>
    Promise.all(people.map((person) => bytesOf(vault, { ...seller, person })))
  const [first, second] = await Promise.all([ask(one), ask(other)])
  expect(first).toEqual(second)
  expect(new Set(first).size).toBe(40)
})

test('more keys are found at once than a process keeps in memory', async () => {
  const { open } = await databaseOfVaults()
  const one = await open()
  const people = Array.from({ length: 10_500 }, (_, place) => `person-${place}`)
  const made = await Promise.all(people.map((person) => one.keyOf({ ...seller, person })))
  const ids = made.map(({ id }) => id)
  for (const vault of [one, await open()]) {
    expect([...(await vault.keys(ids)).keys()].toSorted()).toEqual(ids.toSorted())
  }
})

test('the vault cannot be opened with another master key, which leaves nothing in it', async () => {
  const { open, pool, administratorUrl } = await databaseOfVaults()
  await open()
  await execute(administratorUrl, `delete from vault.secret where name like '%-macs'`)
  await expect(open(Buffer.alloc(32, 8))).rejects.toThrow(
    'VAULT_KEY (with npm start: the file vault.key of DATA_DIR) is not the key',
  )
  const { rows } = await pool.query('select name from vault.secret')
  expect(rows).toEqual([{ name: 'pseudonyms' }])
})

test('neither keys nor identity numbers can be read from its tables', async () => {
  const { pool, open } = await databaseOfVaults()
  const vault = await open()
  const key = await bytesOf(vault)
  const { rows } = await pool.query<{ text: string }>(
    `select data_key::text as text from vault.data_key
     union all select secret::text from vault.secret`,
  )
  const text = rows.map((row) => row.text).join()
  expect(rows.length).toBe(4)
  expect(text).not.toContain(seller.person)
  expect(text).not.toContain(key)
})

test('after a key is destroyed its events are read as forgotten, and the person gets a new key', async () => {
  const { open, destroy } = await databaseOfVaults()
  const vault = await open()
  const { companyId } = seller
  const stream = 'expenseVoucher-1'
  const event: ExpenseVoucherEvent = {
    type: 'VoucherDrafted',
    data: content({ description: 'bought from Ayşe' }),
  }
  const written = await encoded(vault, {
    family: expenseVoucherEvents,
    event,
    stream,
    companyId,
    owner: seller,
  })
  const stored = { ...written, stream, revision: 0n, position: logPosition(1n), isGenuine: true }
  const read = async (opened: Vault) =>
    (await decodeEvents(opened, () => expenseVoucherEvents, [stored])).map((one) => one.event)
  expect(await read(vault)).toEqual([event])

  const { id: oldId } = await vault.keyOf(seller)
  await destroy(oldId)
  await destroy(oldId)
  const later = await open()
  expect(await read(later)).toEqual([
    { ...event, data: { ...event.data, seller: forgotten, description: forgotten } },
  ])
  const next = await later.keyOf(seller)
  expect(next.id).not.toBe(oldId)
  expect((await (await open()).keyOf(seller)).id).toBe(next.id)

  await destroy(next.id)
  const third = await (await open()).keyOf(seller)
  expect(new Set([oldId, next.id, third.id]).size).toBe(3)
})

test('a destroyed key of another owner than a person is never replaced', async () => {
  const { open, destroy } = await databaseOfVaults()
  const owner = { companyId: 'company-1', purpose: 'company', person: 'caller desk' } as const
  await destroy((await (await open()).keyOf(owner)).id)
  await expect((await open()).keyOf(owner)).rejects.toMatchObject({ name: 'KeyDestroyed' })
})

test('a key that was destroyed before this database had it is never made', async () => {
  const { open, destroy } = await databaseOfVaults()
  const vault = await open()
  await destroy(keyIdOf(vault, seller, 0))
  expect((await vault.keyOf(seller)).id).toBe(keyIdOf(vault, seller, 1))
})
