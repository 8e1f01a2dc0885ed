import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { rolesBeside } from './database.ts'

/** Makes the vault of a database as a command service does: webhooks and the feed may not. */
export async function makeVault(databaseUrl: string, vaultKey: Buffer): Promise<void> {
  const { command } = rolesBeside(databaseUrl)
  const pool = openPool(command, { logger: silentLogger, max: 1, name: 'test' })
  await openVault(pool, vaultKey)
  await pool.end()
}
