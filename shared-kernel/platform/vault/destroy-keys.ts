import type pg from 'pg'
import { inTransaction } from '../database/transaction.ts'

/**
 * Destroys keys for good, in one transaction with the list of destroyed keys: none is made again under its
 * id, and every process evicts it. Doing it again changes nothing. Only an administrator may.
 */
export async function destroyKeys(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  await inTransaction(pool, (client) => destroyKeysIn(client, ids))
}

/** The same within a transaction. */
export async function destroyKeysIn(
  client: Pick<pg.ClientBase, 'query'>,
  ids: readonly string[],
): Promise<void> {
  // So that places become visible in their order, and no follower misses one.
  await client.query('lock table vault.destroyed_key in share row exclusive mode')
  await client.query(
    `insert into vault.destroyed_key (place, id)
     select (select coalesce(max(place), 0) from vault.destroyed_key) + row_number() over (), id
     from unnest($1::text[]) as wanted (id)
     on conflict (id) do nothing`,
    [[...new Set(ids)]],
  )
  await client.query(
    'update vault.data_key set wrapped = null where id = any($1) and wrapped is not null',
    [ids],
  )
}
