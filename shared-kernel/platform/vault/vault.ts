import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { EventMacs } from '../event-store/event-store.ts'
import { inGroups } from '../in-groups.ts'
import { ConfigurationError } from '../settings/read.ts'
import { type DestroyedKeys, destroyedKeys } from './destroyed-keys.ts'
import { eventMacsWith } from './event-macs.ts'
import { hmacWith } from './hmac.ts'
import { KeyDestroyed } from './key-destroyed.ts'
import { beginsAnew, type KeyOwner, keyIdOf } from './key-owner.ts'
import { type MasterKeys, masterKeysIn, retiredMark, VaultKeyRetired } from './master-keys.ts'
import { makeVaultTables } from './tables.ts'

export interface DataKey {
  readonly id: string
  readonly key: KeyObject
}

/**
 * Data keys, wrapped by the key from the environment, in a schema that no rebuild touches. Destroying
 * a person's key makes that person's data in events unreadable for good.
 */
export interface Vault {
  /** The owner's key, created if it does not exist yet; for a forgotten person, a new one. */
  readonly keyOf: (owner: KeyOwner) => Promise<DataKey>
  /** The keys that still exist, by id. */
  readonly keys: (ids: Iterable<string>) => Promise<ReadonlyMap<string, DataKey>>
  /** Keyed hash (hex) for stream names and pseudonyms. Without the vault, numbers cannot be guessed. */
  readonly pseudonym: (...parts: readonly string[]) => string
  /** As far as this process has heard of them. */
  readonly destroyed: DestroyedKeys
  /** Under a key of the vault's own. */
  readonly eventMacs: EventMacs
}

/** The vault for readers that must not change it, such as auditors. */
export type VaultReader = Pick<Vault, 'keys' | 'pseudonym' | 'destroyed' | 'eventMacs'>

const MAX_CACHED_KEYS = 50_000
const PSEUDONYMS = 'pseudonyms'
export const EVENT_MACS = 'event-macs'
/** A row of `vault.secret` that is there while a restore works. */
export const UNFINISHED_RESTORE = 'unfinished-restore'
const FOREIGN_KEY =
  'VAULT_KEY (with npm start: the file vault.key of DATA_DIR) is not the key that the vault in this database was made with: give that key, or another database'

export async function openVault(pool: pg.Pool, vaultKey: Buffer): Promise<Vault> {
  const masterKeys = masterKeysIn(pool, vaultKey)
  await makeVaultTables(pool)
  await refuseUnfinishedRestore(pool)
  await makeNamedSecret(pool, masterKeys, PSEUDONYMS)
  // Before anything more is written with a key that is not the vault's.
  await namedSecret(pool, masterKeys, PSEUDONYMS)
  await makeNamedSecret(pool, masterKeys, EVENT_MACS)
  const cache = keyCache()
  const reader = await readerOf(pool, masterKeys, cache)
  const makeKey = inGroups((owners: readonly NewKey[]) => storeKeys(pool, masterKeys, owners))

  /** Undefined if the key has been destroyed. */
  async function keyWith(id: string, owner: KeyOwner): Promise<DataKey | undefined> {
    if (cache.destroyed.has(id)) return undefined
    const known = cache.get(id)
    if (known !== undefined) return known
    const key = await makeKey({ id, ...owner })
    if (key === undefined) await refuseRetiredKey(pool, masterKeys)
    if (key === undefined) cache.destroyed.add([id])
    else cache.put(key)
    return key
  }

  return {
    ...reader,
    async keyOf(owner) {
      for (let generation = 0; ; generation++) {
        const key = await keyWith(keyIdOf(reader, owner, generation), owner)
        if (key !== undefined) return key
        if (!beginsAnew(owner)) throw new KeyDestroyed()
      }
    },
  }
}

/** Opens a vault that another process has created. A read-only connection is enough. */
export async function openVaultToRead(pool: pg.Pool, vaultKey: Buffer): Promise<VaultReader> {
  await refuseUnfinishedRestore(pool)
  return readerOf(pool, masterKeysIn(pool, vaultKey), keyCache())
}

/** Throws if the vault was made with another key. There may be none yet. */
export async function refuseForeignKey(
  queries: Pick<pg.Pool, 'query'>,
  vaultKey: Buffer,
): Promise<void> {
  const { rows } = await queries.query<{ table: string | null }>(
    `select to_regclass('vault.secret')::text as table`,
  )
  if (rows[0]?.table == null) return
  const { rowCount } = await queries.query('select from vault.secret where name = $1', [PSEUDONYMS])
  if (rowCount !== 0) await namedSecret(queries, masterKeysIn(queries, vaultKey), PSEUDONYMS)
}

interface KeyCache {
  readonly destroyed: DestroyedKeys
  readonly get: (id: string) => DataKey | undefined
  /** A key that was destroyed while it was being loaded is not kept. */
  readonly put: (key: DataKey) => void
}

function keyCache(): KeyCache {
  const kept = new LRUCache<string, DataKey>({ max: MAX_CACHED_KEYS })
  const destroyed = destroyedKeys()
  destroyed.subscribe((ids) => {
    for (const id of ids) kept.delete(id)
  })
  return {
    destroyed,
    get: (id) => kept.get(id),
    put(key) {
      if (!destroyed.has(key.id)) kept.set(key.id, key)
    },
  }
}

async function readerOf(
  pool: pg.Pool,
  masterKeys: MasterKeys,
  cache: KeyCache,
): Promise<VaultReader> {
  const hmac = hmacWith(await namedSecret(pool, masterKeys, PSEUDONYMS), 'hex')
  const pseudonym = (...parts: readonly string[]) => hmac(JSON.stringify(parts)).slice(0, 40)

  async function keys(ids: Iterable<string>) {
    const wanted = [...new Set(ids)].filter((id) => !cache.destroyed.has(id))
    const missing = wanted.filter((id) => cache.get(id) === undefined)
    if (missing.length > 0) {
      for (const key of await loadKeys(pool, masterKeys, missing)) cache.put(key)
    }
    return new Map(wanted.flatMap((id) => [cache.get(id) ?? []].flat().map((key) => [id, key])))
  }

  const eventMacs = eventMacsWith(await namedSecret(pool, masterKeys, EVENT_MACS))

  return { pseudonym, keys, destroyed: cache.destroyed, eventMacs }
}

/** A key was not made: it was destroyed, unless the key from the environment may wrap none any more. */
async function refuseRetiredKey(pool: pg.Pool, { ownId }: MasterKeys): Promise<void> {
  const { rowCount } = await pool.query('select from vault.secret where name = $1', [
    retiredMark(ownId),
  ])
  if (rowCount !== 0) throw new VaultKeyRetired()
}

/** Without it, a process could write on a log that is still being copied. */
async function refuseUnfinishedRestore(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query('select from vault.secret where name = $1', [
    UNFINISHED_RESTORE,
  ])
  if (rowCount !== 0) {
    throw new ConfigurationError(
      'a restore into this database was interrupted: run "npm run operator -- restore" again with the same backup',
    )
  }
}

type NewKey = Omit<KeyOwner, 'person'> & { readonly id: string }

async function storeKeys(pool: pg.Pool, masterKeys: MasterKeys, owners: readonly NewKey[]) {
  const distinct = [...new Map(owners.map((owner) => [owner.id, owner])).values()]
  await pool.query({
    name: 'vault-store-keys',
    text: `insert into vault.data_key (id, company_id, purpose, wrapped)
           select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) as made (id)
           where not exists (select from vault.secret where name = $5)
             and not exists (select from vault.destroyed_key where id = made.id)
           on conflict (id) do nothing`,
    values: [
      distinct.map(({ id }) => id),
      distinct.map(({ companyId }) => companyId),
      distinct.map(({ purpose }) => purpose),
      distinct.map(({ id }) => masterKeys.wrap(id, randomBytes(32))),
      retiredMark(masterKeys.ownId),
    ],
  })
  const ids = owners.map(({ id }) => id)
  const stored = new Map((await loadKeys(pool, masterKeys, ids)).map((key) => [key.id, key]))
  return ids.map((id) => stored.get(id))
}

async function loadKeys(pool: pg.Pool, masterKeys: MasterKeys, ids: readonly string[]) {
  const { rows } = await pool.query<{ id: string; wrapped: Buffer }>({
    name: 'vault-load-keys',
    text: 'select id, wrapped from vault.data_key where id = any($1::text[]) and wrapped is not null',
    values: [ids],
  })
  const keys: DataKey[] = []
  for (const { id, wrapped } of rows) {
    keys.push({ id, key: createSecretKey(await masterKeys.unwrap(id, wrapped)) })
  }
  return keys
}

async function makeNamedSecret(pool: pg.Pool, masterKeys: MasterKeys, name: string) {
  await pool.query(
    'insert into vault.secret (name, wrapped) values ($1, $2) on conflict (name) do nothing',
    [name, masterKeys.wrap(name, randomBytes(32))],
  )
}

async function namedSecret(
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
