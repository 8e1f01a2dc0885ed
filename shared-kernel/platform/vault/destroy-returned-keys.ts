import type { ClientBase } from 'pg'
import { CommandError } from '../cli/command.ts'
import { dropContents } from '../database/drop-contents.ts'
import { AUDIT_SCRATCH } from '../database/grants.ts'
import { loginRoles } from '../database/roles.ts'
import { transactionOn } from '../database/transaction.ts'
import { destroyKeysIn } from './destroy-keys.ts'
import { returnedKeys } from './returned-keys.ts'

interface Returned {
  /** The list of destroyed keys; null where none is named. */
  readonly file: string | null
  /** The schemas with the tables that may show what the keys seal. */
  readonly showing: () => Promise<readonly string[]>
}

/**
 * Destroys again the keys that a restored database has brought back. Drops the read models, which the
 * projections rebuild from the log, and the tables that a verification has left behind. Returns how many
 * keys were not marked as destroyed in the database.
 */
export async function destroyReturnedKeys(
  client: ClientBase,
  { file, showing }: Returned,
): Promise<number> {
  const ids = await returnedKeys(client, file)
  if (ids.length === 0) return 0
  await transactionOn(client, async () => {
    if (await isAnyAlive(client, ids)) {
      await refuseRunningSystem(client)
      await client.query(`set local role ${loginRoles.projections}`)
      for (const schema of await showing()) await client.query(`drop schema ${schema} cascade`)
      await client.query('reset role')
      await dropContents(client, AUDIT_SCRATCH)
    }
    await destroyKeysIn(client, ids)
  })
  return ids.length
}

async function isAnyAlive(client: ClientBase, ids: readonly string[]): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from vault.data_key where id = any($1) and wrapped is not null limit 1',
    [ids],
  )
  return rowCount !== 0
}

/** Dropping the tables of a running system would be an outage, where the interrupted command has none. */
async function refuseRunningSystem(client: ClientBase) {
  const { eventStore: _, ...services } = loginRoles
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename = any($1) limit 1`,
    [Object.values(services)],
  )
  if (rowCount === 0) return
  throw new CommandError(
    'Keys that DESTROYED_KEYS lists are not destroyed, and the system runs: repeat the "operator -- forget-person" or "retention run" that was interrupted. If the database was restored, stop the system first.',
  )
}
