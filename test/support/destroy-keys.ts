import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { destroyKeys } from '#kernel/platform/vault/destroy-keys.ts'

/** Destroys keys as an administrator does; services hear of it as they do in operation. */
export async function destroyKeysIn(
  administratorUrl: string,
  ids: readonly string[],
): Promise<void> {
  const pool = openPool(administratorUrl, { logger: silentLogger, max: 1, name: 'test' })
  try {
    await destroyKeys(pool, ids)
  } finally {
    await pool.end()
  }
}
