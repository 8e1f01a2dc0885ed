import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { destroyKeys } from '#kernel/platform/vault/destroy-keys.ts'
import { openVault, openVaultToRead, type Vault } from '#kernel/platform/vault/vault.ts'
import { finishRotation, rotateTo } from '#operator/keys/rotation.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { untilDone } from '#test/support/killed-statements.ts'

/** More than one page of them. */
const PEOPLE = 1_200

test('keys are rotated although the command is killed before each of its statements', async () => {
  const { administrator, pool, oldKey, newKey } = await vaultForThisTest()
  const running = await openVault(pool, oldKey)
  const keys = await keysOf(running, PEOPLE)
  const event = running.eventMacs.sign('s-1', 0n, EVENT)

  const steps = await untilDone(
    async (killed) => {
      await rotateTo(killed(administrator), oldKey, newKey)
    },
    async (step) => {
      const begun = await administrator.query(`select from vault.secret where name = 'rotation-to'`)
      for (const key of begun.rowCount === 0 ? [oldKey] : [oldKey, newKey]) {
        const vault = await openVaultToRead(pool, key)
        expect(await bytesOf(vault, [...keys.keys()])).toEqual(keys)
        expect(vault.eventMacs.isGenuine({ ...event, stream: 's-1', revision: 0n })).toBe(true)
      }
      // A process that runs with the old key goes on making keys.
      const { id, key } = await running.keyOf(person(`made at step ${step}`))
      keys.set(id, key.export().toString('hex'))
    },
  )
  expect(steps).toBeGreaterThan(8)
  await expect(rotateTo(administrator, oldKey, randomBytes(32))).rejects.toThrow(
    'A rotation to another key is under way',
  )

  const renewed = await openVault(pool, newKey)
  const { id, key } = await renewed.keyOf(person('made with the new key'))
  keys.set(id, key.export().toString('hex'))
  expect(await bytesOf(running, [id])).toEqual(new Map([[id, keys.get(id)]]))
  await expect(finishRotation(administrator, oldKey)).rejects.toThrow(
    'VAULT_KEY is still the old key',
  )
  await untilDone(
    async (killed) => {
      await finishRotation(killed(administrator), newKey)
    },
    async () => {
      const vault = await openVaultToRead(pool, oldKey)
      expect(await bytesOf(vault, [...keys.keys()])).toEqual(keys)
    },
  )

  expect(await bytesOf(await openVaultToRead(pool, newKey), [...keys.keys()])).toEqual(keys)
  await expect(openVaultToRead(pool, oldKey)).rejects.toThrow('is not the key that the vault')
  await expect(running.keyOf(person('after the end'))).rejects.toMatchObject({
    name: 'VaultKeyRetired',
  })
  expect(await finishRotation(administrator, newKey)).toMatchObject({ rewrapped: 0 })
  await expect(rotateTo(administrator, newKey, oldKey)).rejects.toThrow('was retired before')
})

test('a destroyed key stays destroyed', async () => {
  const { administrator, pool, oldKey, newKey } = await vaultForThisTest()
  const vault = await openVault(pool, oldKey)
  const { id } = await vault.keyOf(person('forgotten'))
  await destroyKeys(administrator, [id])

  await expect(finishRotation(administrator, oldKey)).rejects.toThrow('No rotation is under way')
  await rotateTo(administrator, oldKey, newKey)
  await finishRotation(administrator, newKey)

  const later = await openVault(pool, newKey)
  expect((await later.keys([id])).size).toBe(0)
  expect((await later.keyOf(person('forgotten'))).id).not.toBe(id)
})

const EVENT = {
  id: 'c0ffee00-0000-4000-8000-000000000000',
  type: 'Happened',
  data: { a: 1 },
  metadata: {},
}

const person = (name: string) =>
  ({ companyId: 'company-1', purpose: 'fiscal', person: name }) as const

async function vaultForThisTest() {
  const administratorUrl = await databaseForThisTest()
  const options = { logger: silentLogger, max: 4, name: 'test' }
  const pool = openPool(databasesOfRoles(administratorUrl).command, options)
  const administrator = openPool(administratorUrl, options)
  onTestFinished(async () => {
    await Promise.all([pool.end(), administrator.end()])
  })
  return { pool, administrator, oldKey: randomBytes(32), newKey: randomBytes(32) }
}

async function keysOf(vault: Vault, count: number): Promise<Map<string, string>> {
  const owners = Array.from({ length: count }, (_, at) => person(`person ${at}`))
  const keys = await Promise.all(owners.map((owner) => vault.keyOf(owner)))
  return new Map(keys.map(({ id, key }) => [id, key.export().toString('hex')]))
}

async function bytesOf(vault: Pick<Vault, 'keys'>, ids: readonly string[]) {
  const keys = await vault.keys(ids)
  return new Map([...keys].map(([id, { key }]) => [id, key.export().toString('hex')]))
}
