import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from '../process/logger.ts'
import { ConfigurationError } from '../settings/read.ts'
import { type MasterKeys, VaultKeyRetired } from './master-keys.ts'
import { makeVaultTables } from './tables.ts'

export const PSEUDONYMS = 'pseudonyms'
export const EVENT_MACS = 'event-macs'
export const ROW_MACS = 'row-macs'
const names = [PSEUDONYMS, EVENT_MACS, ROW_MACS]

const FOREIGN_KEY =
  'VAULT_KEY (with npm start: the file vault.key of DATA_DIR) is not the key that the vault in this database was made with: give that key, or another database'
const LOOK_EVERY_MS = 250

/** For a service whose role may not make them. Rejects when the pool is ended. */
export async function untilSecretsAreMade(pool: pg.Pool, logger: Logger): Promise<void> {
  await makeVaultTables(pool)
  for (let looks = 0; !(await mayMakeSecrets(pool)) && !(await areMade(pool)); looks++) {
    if (looks === 0) logger.info('waiting for the command service to make the vault')
    await pause(LOOK_EVERY_MS)
  }
}

async function areMade(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from vault.secret where name = any($1)', [names])
  return rowCount === names.length
}

export async function mayMakeSecrets(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `select has_table_privilege('vault.secret', 'insert') as may`,
  )
  return rows[0]?.may === true
}

/** Those that are missing. Throws, before it makes a second one, if the key is not the vault's. */
export async function makeSecrets(pool: pg.Pool, masterKeys: MasterKeys): Promise<void> {
  await makeSecret(pool, masterKeys, PSEUDONYMS)
  await namedSecret(pool, masterKeys, PSEUDONYMS)
  await makeSecret(pool, masterKeys, EVENT_MACS)
  await makeSecret(pool, masterKeys, ROW_MACS)
}

async function makeSecret(pool: pg.Pool, masterKeys: MasterKeys, name: string) {
  await pool.query(
    'insert into vault.secret (name, wrapped) values ($1, $2) on conflict (name) do nothing',
    [name, masterKeys.wrap(name, randomBytes(32))],
  )
}

export async function namedSecret(
  queries: Pick<pg.Pool, 'query'>,
  masterKeys: MasterKeys,
  name: string,
): Promise<Buffer> {
  const { rows } = await queries.query<{ wrapped: Buffer }>(
    'select wrapped from vault.secret where name = $1',
    [name],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the vault has lost its secret ${name}`)
  try {
    return await masterKeys.unwrap(name, row.wrapped)
  } catch (error) {
    if (!(error instanceof VaultKeyRetired)) throw error
    throw new ConfigurationError(FOREIGN_KEY, { cause: error })
  }
}
