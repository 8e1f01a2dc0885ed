import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { KeyOwner } from './key-owner.ts'
import { type MasterKeys, retiredMark } from './master-keys.ts'

export interface DataKey {
  readonly id: string
  readonly key: KeyObject
}

export type NewKey = Omit<KeyOwner, 'person'> & { readonly id: string }

interface KeysToStore {
  readonly owners: readonly NewKey[]
  /** None is made where this one is gone. */
  readonly lastKey: string | undefined
}

/** Makes those that are not there, and gives all, in their order; undefined for a key that may not be made. */
export async function storeKeys(
  pool: pg.Pool,
  masterKeys: MasterKeys,
  { owners, lastKey }: KeysToStore,
) {
  const distinct = [...new Map(owners.map((owner) => [owner.id, owner])).values()]
  await pool.query({
    name: 'vault-store-keys',
    text: `insert into vault.data_key (id, company_id, purpose, wrapped)
           select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) as made (id)
           where not exists (select from vault.secret where name = $5)
             and not exists (select from vault.destroyed_key where id = made.id)
             and ($6::text is null or exists (select from vault.data_key where id = $6))
           on conflict (id) do nothing`,
    values: [
      distinct.map(({ id }) => id),
      distinct.map(({ companyId }) => companyId),
      distinct.map(({ purpose }) => purpose),
      distinct.map(({ id }) => masterKeys.wrap(id, randomBytes(32))),
      retiredMark(masterKeys.ownId),
      lastKey ?? null,
    ],
  })
  const ids = owners.map(({ id }) => id)
  const stored = await loadKeys(pool, masterKeys, ids)
  return ids.map((id) => stored.get(id))
}

/** By id; undefined for a key that was destroyed. */
export async function loadKeys(
  pool: pg.Pool,
  masterKeys: MasterKeys,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DataKey | undefined>> {
  const { rows } = await pool.query<{ id: string; wrapped: Buffer | null }>({
    name: 'vault-load-keys',
    text: `select id, wrapped from vault.data_key where id = any($1::text[])
           union all
           select id, null from vault.destroyed_key as destroyed where id = any($1::text[])
             and not exists (select from vault.data_key where id = destroyed.id)`,
    values: [ids],
  })
  const keys = new Map<string, DataKey | undefined>()
  for (const { id, wrapped } of rows) {
    const key = wrapped && { id, key: createSecretKey(await masterKeys.unwrap(id, wrapped)) }
    keys.set(id, key ?? undefined)
  }
  return keys
}

/** Whether a key of that id was ever made, destroyed or not. */
export async function hasKey(queries: Pick<pg.Pool, 'query'>, id: string): Promise<boolean> {
  const { rowCount } = await queries.query({
    name: 'vault-has-key',
    text: 'select from vault.data_key where id = $1',
    values: [id],
  })
  return rowCount === 1
}
