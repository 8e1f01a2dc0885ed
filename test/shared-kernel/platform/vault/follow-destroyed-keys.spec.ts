import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { followDestroyedKeys } from '#kernel/platform/vault/follow-destroyed-keys.ts'
import { openVault, openVaultToRead, type VaultReader } from '#kernel/platform/vault/vault.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { destroyKeysIn } from '#test/support/destroy-keys.ts'
import { within } from '#test/support/within.ts'

const masterKey = Buffer.alloc(32, 7)
const PEOPLE = ['10000000146', '10000000214', '10000000382']

test('every process drops a destroyed key within a second, and notifies each cache of opened data', async () => {
  const administratorUrl = await databaseForThisTest()
  const pool = openPool(databasesOfRoles(administratorUrl).command, {
    logger: silentLogger,
    max: 6,
    name: 'test',
  })
  onTestFinished(() => pool.end())
  const vaults: VaultReader[] = [
    await openVault(pool, masterKey),
    await openVault(pool, masterKey),
    await openVaultToRead(pool, masterKey),
  ]
  const { keyOf } = await openVault(pool, masterKey)
  const heard: string[] = []
  for (const vault of vaults) {
    const following = followDestroyedKeys({ pool, vault, logger: silentLogger })
    onTestFinished(() => following.close())
    vault.destroyed.subscribe((ids) => heard.push(...ids))
  }

  for (const person of PEOPLE) {
    const { id } = await keyOf({ companyId: 'company-1', purpose: 'fiscal', person })
    for (const vault of vaults) expect((await vault.keys([id])).size).toBe(1)
    heard.length = 0
    await destroyKeysIn(administratorUrl, [id])
    await within(1_000, () => expect(heard).toEqual(vaults.map(() => id)))
    for (const vault of vaults) expect((await vault.keys([id])).size).toBe(0)
  }
})
