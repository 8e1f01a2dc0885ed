import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { prepareDatabase } from '#kernel/platform/database/prepare.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { databasesOfRoles, unpreparedDatabaseForThisTest } from '#test/support/database.ts'

test('a preparation refuses the vault of another key, and not a database without a vault', async () => {
  const [vaultKey, other] = [randomBytes(32), randomBytes(32)]
  const administratorUrl = await unpreparedDatabaseForThisTest()
  const prepared = (key: Buffer) => prepareDatabase(administratorUrl, {}, { vaultKey: key })
  await prepared(vaultKey)
  await prepared(other)
  const { command } = databasesOfRoles(administratorUrl)
  const pool = openPool(command, { logger: silentLogger, max: 1, name: 'test' })
  onTestFinished(() => pool.end())
  await openVault(pool, vaultKey)

  await prepared(vaultKey)
  await expect(prepared(other)).rejects.toThrow('is not the key that the vault in this database')
})
