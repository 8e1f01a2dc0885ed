import type pg from 'pg'
import type { Logger } from '../logger.ts'
import { pause } from '../timing.ts'
import type { VaultReader } from './vault.ts'

/** Well within the second in which every process must have dropped a destroyed key. */
const LOOK_EVERY_MS = 400

interface Following {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly vault: Pick<VaultReader, 'destroyed'>
  readonly logger: Logger
}

/** Evicts keys that other processes destroy, also where no command and no reader asks for them. */
export function followDestroyedKeys({ pool, vault, logger }: Following): {
  readonly close: () => Promise<void>
} {
  const closing = new AbortController()
  let seen = '0'
  let isFailing = false

  async function look() {
    const { rows } = await pool.query<{ place: string; id: string }>({
      name: 'vault-destroyed-keys',
      text: 'select place, id from vault.destroyed_key where place > $1 order by place',
      values: [seen],
    })
    vault.destroyed.add(rows.map(({ id }) => id))
    seen = rows.at(-1)?.place ?? seen
  }

  async function follow() {
    while (!closing.signal.aborted) {
      try {
        await look()
        isFailing = false
      } catch (error) {
        if (!isFailing) logger.warn({ err: error }, 'destroyed keys cannot be looked up')
        isFailing = true
      }
      await pause(LOOK_EVERY_MS, closing.signal)
    }
  }

  const following = follow()
  return {
    async close() {
      closing.abort()
      await following
    },
  }
}
