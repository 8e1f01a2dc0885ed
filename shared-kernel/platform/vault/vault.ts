import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { EventMacs } from '../event-store/event-store.ts'
import { atMost } from '../process/at-most.ts'
import { ConfigurationError } from '../settings/read.ts'
import { inGroups } from '../waiting/in-groups.ts'
import { type DataKey, hasKey, loadKeys, type NewKey, storeKeys } from './data-keys.ts'
import { type DestroyedKeys, destroyedKeys } from './destroyed-keys.ts'
import { eventMacsWith } from './event-macs.ts'
import { hmacWith } from './hmac.ts'
import { KeyDestroyed } from './key-destroyed.ts'
import { beginsAnew, type KeyOwner, keyIdOf } from './key-owner.ts'
import { KeyMissing, type LastKey, lastKeyOf, VaultSetBack } from './last-key.ts'
import { type MasterKeys, masterKeysIn, retiredMark, VaultKeyRetired } from './master-keys.ts'
import {
  EVENT_MACS,
  makeSecrets,
  mayMakeSecrets,
  namedSecret,
  PSEUDONYMS,
  ROW_MACS,
} from './named-secrets.ts'
import { type RowMac, rowMacsWith } from './row-macs.ts'
import { makeVaultTables } from './tables.ts'

/**
 * Data keys, wrapped by the key from the environment, in a schema that no rebuild touches. Destroying
 * a person's key makes that person's data in events unreadable for good.
 */
export interface Vault {
  /** The owner's key, created if it does not exist yet; for a forgotten person, a new one. Throws `VaultSetBack`. */
  readonly keyOf: (owner: KeyOwner) => Promise<DataKey>
  /** The keys that were not destroyed, by id. Throws `KeyMissing`. */
  readonly keys: (ids: Iterable<string>) => Promise<ReadonlyMap<string, DataKey>>
  /** Keyed hash (hex) for stream names and pseudonyms. Without the vault, numbers cannot be guessed. */
  readonly pseudonym: (...parts: readonly string[]) => string
  /** As far as this process has heard of them. */
  readonly destroyed: DestroyedKeys
  readonly lastKey: LastKey
  /** Under a key of the vault's own. */
  readonly eventMacs: EventMacs
  /** Of the rows that other processes believe: under a key of their own, which signs no events. */
  readonly rowMac: RowMac
  readonly rowMacSecret: Buffer
}

/** The vault for readers that must not change it, such as auditors. */
export type VaultReader = Omit<Vault, 'keyOf' | 'rowMacSecret'>

/** A key takes 1.5 KB of memory, most of it OpenSSL's. One that is not kept is loaded again, with others in one statement. */
const MAX_CACHED_KEYS = 10_000
/** A row of `vault.secret` that is there while a restore works. */
export const UNFINISHED_RESTORE = 'unfinished-restore'

/** Makes what the vault lacks, where the role may; the others wait for that, see `untilSecretsAreMade`. */
export async function openVault(pool: pg.Pool, vaultKey: Buffer): Promise<Vault> {
  const masterKeys = masterKeysIn(pool, vaultKey)
  await makeVaultTables(pool)
  await refuseUnfinishedRestore(pool)
  if (await mayMakeSecrets(pool)) await makeSecrets(pool, masterKeys)
  const cache = keyCache()
  const reader = await readerOf(pool, masterKeys, cache)
  const { lastKey } = reader
  const makeKey = inGroups((owners: readonly NewKey[]) =>
    storeKeys(pool, masterKeys, { owners, lastKey: lastKey.known() }),
  )

  /** Undefined if the key has been destroyed. */
  async function keyWith(id: string, owner: KeyOwner): Promise<DataKey | undefined> {
    if (cache.destroyed.has(id)) return undefined
    const known = cache.get(id)
    if (known !== undefined) return known
    const key = await makeKey({ id, ...owner })
    if (key === undefined) {
      await refuseRetiredKey(pool, masterKeys)
      await refuseSetBack(pool, lastKey)
      cache.destroyed.add([id])
      return undefined
    }
    cache.put(key)
    lastKey.know(id)
    return key
  }

  return {
    ...reader,
    rowMacSecret: await namedSecret(pool, masterKeys, ROW_MACS),
    async keyOf(owner) {
      const fault = lastKey.fault()
      if (fault !== undefined) throw fault
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
  const kept = new LRUCache<string, DataKey>(atMost(MAX_CACHED_KEYS))
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
  const pseudonym = pseudonymsWith(await namedSecret(pool, masterKeys, PSEUDONYMS))

  async function keys(ids: Iterable<string>) {
    const found = new Map<string, DataKey>()
    const missing: string[] = []
    for (const id of new Set(ids)) {
      const known = cache.get(id)
      if (known !== undefined) found.set(id, known)
      else if (!cache.destroyed.has(id)) missing.push(id)
    }
    if (missing.length > 0) {
      const loaded = await loadKeys(pool, masterKeys, missing)
      const absent = missing.filter((id) => !loaded.has(id))
      if (absent.length > 0) throw new KeyMissing(absent)
      for (const key of [...loaded.values()].filter(isThere)) {
        cache.put(key)
        found.set(key.id, key)
      }
    }
    for (const id of found.keys()) if (cache.destroyed.has(id)) found.delete(id)
    return found
  }

  const eventMacs = eventMacsWith(await namedSecret(pool, masterKeys, EVENT_MACS))
  const rowMac = rowMacsWith(await namedSecret(pool, masterKeys, ROW_MACS))

  return { pseudonym, keys, destroyed: cache.destroyed, lastKey: lastKeyOf(), eventMacs, rowMac }
}

const isThere = (key: DataKey | undefined): key is DataKey => key !== undefined

/** The keyed hashes of a vault with this secret. */
export function pseudonymsWith(secret: Buffer): Vault['pseudonym'] {
  const hmac = hmacWith(secret, 'hex')
  return (...parts) => hmac(JSON.stringify(parts)).slice(0, 40)
}

/** A key was not made: it was destroyed, unless the key from the environment may wrap none any more. */
async function refuseRetiredKey(pool: pg.Pool, { ownId }: MasterKeys): Promise<void> {
  const { rowCount } = await pool.query('select from vault.secret where name = $1', [
    retiredMark(ownId),
  ])
  if (rowCount !== 0) throw new VaultKeyRetired()
}

/** A key was not made: it was destroyed, unless the one that was used before is gone. */
async function refuseSetBack(pool: pg.Pool, { known }: LastKey): Promise<void> {
  const last = known()
  if (last !== undefined && !(await hasKey(pool, last))) throw new VaultSetBack(`key ${last}`)
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
