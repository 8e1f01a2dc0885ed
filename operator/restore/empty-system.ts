import type { ClientBase } from 'pg'
import { hasReadModels } from '#command/read-models.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { UNFINISHED_RESTORE } from '#kernel/platform/vault/vault.ts'
import { derivedTables, keptTables } from '../archive/tables.ts'

/** Whether this backup's tables are in the database already; throws unless it is empty otherwise. */
export async function isBegun(client: ClientBase, backupId: string): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `select convert_from(wrapped, 'UTF8') as id from vault.secret where name = $1`,
    [UNFINISHED_RESTORE],
  )
  const [unfinished] = rows
  if (unfinished?.id === backupId) return true
  if (unfinished !== undefined) {
    throw new CommandError('The database holds an unfinished restore of another backup.')
  }
  for (const table of [...keptTables, ...derivedTables]) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0) throw notEmpty(`${table} has rows`)
  }
  if (await hasReadModels(client)) throw notEmpty('it has read models')
  return false
}

export const notEmpty = (why: string) =>
  new CommandError(`A restore needs an empty database and an empty event store: ${why}.`)
