import type pg from 'pg'
import type { OnClose } from '../process/lifecycle.ts'
import type { Logger } from '../process/logger.ts'
import { type Background, inBackground } from '../waiting/background.ts'
import { every } from '../waiting/every.ts'
import { hasKey } from './data-keys.ts'
import { openVault, type VaultReader } from './vault.ts'

/** Well within the second in which every process must have dropped a destroyed key. */
const LOOK_EVERY_MS = 400
/** A process that has not looked up destroyed keys for this long may still show erased data. */
const LATE_AFTER_MS = 5_000

interface Following {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly vault: Pick<VaultReader, 'destroyed' | 'lastKey'>
  readonly logger: Logger
}

export interface FollowedKeys extends Background {
  /** Why keys may be held that are destroyed; undefined while they are looked up. */
  readonly keysFault: () => string | undefined
}

interface Opening {
  readonly pool: pg.Pool
  readonly vaultKey: Buffer
  /** The key of an earlier run that the vault must have. */
  readonly lastKey?: string | undefined
  readonly logger: Logger
  readonly onClose: OnClose
}

/** A service's vault, until the service ends. */
export async function openFollowedVault({ pool, vaultKey, lastKey, logger, onClose }: Opening) {
  const vault = await openVault(pool, vaultKey)
  if (lastKey !== undefined) vault.lastKey.know(lastKey)
  const followed = followDestroyedKeys({ pool, vault, logger })
  onClose('destroyed keys', followed.close)
  return { vault, followed }
}

/** Evicts keys that other processes destroy, also where no command and no reader asks for them. */
export function followDestroyedKeys({ pool, vault, logger }: Following): FollowedKeys {
  let seen = '0'
  let isFailing = false
  let lookedAt = performance.now()

  async function look() {
    const { rows } = await pool.query<{ place: string; id: string }>({
      name: 'vault-destroyed-keys',
      text: 'select place, id from vault.destroyed_key where place > $1 order by place',
      values: [seen],
    })
    vault.destroyed.add(rows.map(({ id }) => id))
    seen = rows.at(-1)?.place ?? seen
    vault.lastKey.lacks(await whatIsLacking())
  }

  /** What the database had before, and has no longer. */
  async function whatIsLacking() {
    const last = vault.lastKey.known()
    if (last !== undefined && !(await hasKey(pool, last))) return `key ${last}`
    const { rows } = await pool.query<{ isThere: boolean }>({
      name: 'vault-destroyed-key',
      text: `select $1 = '0' or exists (select from vault.destroyed_key where place = $1::bigint) as "isThere"`,
      values: [seen],
    })
    return rows[0]?.isThere === true ? undefined : 'keys that were destroyed in it'
  }

  async function tryToLook() {
    try {
      await look()
      isFailing = false
      lookedAt = performance.now()
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'destroyed keys cannot be looked up')
      isFailing = true
    }
  }

  return {
    keysFault() {
      const setBack = vault.lastKey.fault()
      if (setBack !== undefined) return setBack.message
      const lateMs = performance.now() - lookedAt
      if (lateMs < LATE_AFTER_MS) return undefined
      return `destroyed keys: not looked up for ${Math.round(lateMs / 1_000)} s`
    },
    ...inBackground((closing) => every(LOOK_EVERY_MS, closing, tryToLook)),
  }
}
