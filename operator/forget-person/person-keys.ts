import type pg from 'pg'
import { type KeyOwner, keyIdOf } from '#kernel/platform/vault/key-owner.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'

export interface PersonKey {
  readonly id: string
  readonly isDestroyed: boolean
}

/** The keys that the owner has had, in their order; the last one may be in use. */
export async function keysOf(
  pool: Pick<pg.Pool, 'query'>,
  vault: Pick<Vault, 'pseudonym'>,
  owner: KeyOwner,
): Promise<readonly PersonKey[]> {
  const keys: PersonKey[] = []
  for (let generation = 0; ; generation++) {
    const id = keyIdOf(vault, owner, generation)
    const { rows } = await pool.query<{ is_destroyed: boolean }>(
      `select true as is_destroyed from vault.destroyed_key where id = $1
       union all select wrapped is null from vault.data_key where id = $1
       limit 1`,
      [id],
    )
    const [row] = rows
    if (row === undefined) return keys
    keys.push({ id, isDestroyed: row.is_destroyed })
  }
}
