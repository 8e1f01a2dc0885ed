import type pg from 'pg'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { type Background, inBackground } from '#kernel/platform/waiting/background.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { hashedRequest, isHashed, type KeyedRequest, resealed } from './sealed-answer.ts'

const LOOK_EVERY_MS = 5_000
/** A process of an earlier version may be started again. */
const LOOK_AGAIN_AFTER_MS = 60 * 60 * 1000
const AT_ONCE = 100

export interface ReplacingWords {
  readonly pool: pg.Pool
  readonly vault: Vault
  readonly logger: Logger
  /** This process, which keeps hashes. */
  readonly holder: string
}

/**
 * Replaces what an earlier version kept under a client's own words by rows under their hashes. It waits until no process
 * of such a version runs, because it would not find its rows again.
 */
export function replaceEarlierWords(words: ReplacingWords): Background {
  return inBackground(async (closing) => {
    let isMarked = false
    while (!closing.aborted) {
      let areAll = false
      try {
        if (!isMarked) await mark(words)
        isMarked = true
        areAll = await areReplaced(words)
      } catch (error) {
        words.logger.warn({ err: error }, 'words of an earlier version could not be replaced')
      }
      await pause(areAll ? LOOK_AGAIN_AFTER_MS : LOOK_EVERY_MS, closing)
    }
  })
}

const mark = ({ pool, holder }: ReplacingWords) =>
  pool.query('update command.process set keeps_hashes = true where id = $1', [holder])

/** Whether none is left, and nobody runs who would write another one. */
async function areReplaced(words: Pick<ReplacingWords, 'pool' | 'vault'>): Promise<boolean> {
  const { rows } = await words.pool.query(
    'select from command.process where alive_until > now() and not keeps_hashes',
  )
  if (rows.length > 0) return false
  for (;;) {
    const replaced = await replaceSome(words)
    if (replaced < AT_ONCE) break
  }
  const left = await words.pool.query(`select from vault.idempotency where ${isWord} limit 1`)
  return left.rowCount === 0
}

interface WordRow {
  readonly company_id: string
  readonly key: string
  readonly sealed_answer: Buffer | null
}

const replaceSome = ({ pool, vault }: Pick<ReplacingWords, 'pool' | 'vault'>): Promise<number> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<WordRow>(atRest, [AT_ONCE])
    for (const { company_id: companyId, key, sealed_answer: sealed } of rows) {
      const asWritten: KeyedRequest = { companyId, key }
      const hashed = hashedRequest(vault, companyId, key)
      const answer = sealed && (await resealed(vault, asWritten, hashed, sealed))
      // Without its answer, because the person was forgotten, or beside a later one, a row is of no use.
      const { rowCount } =
        answer === undefined
          ? { rowCount: 0 }
          : await client.query(renamed, [companyId, key, hashed.key, answer])
      if (rowCount === 0) await client.query(dropped, [companyId, key])
    }
    return rows.length
  })

const isWord = `key !~ '${isHashed.source}'`

/** A row that a living process works on keeps its name until that is over. */
const atRest = `
  select company_id, key, sealed_answer from vault.idempotency
  where ${isWord} and (status is not null or not exists (
    select from command.process where id = holder and alive_until > now()))
  limit $1 for update skip locked`

const renamed = `
  update vault.idempotency set key = $3, sealed_answer = $4
  where company_id = $1 and key = $2
    and not exists (select from vault.idempotency where company_id = $1 and key = $3)`

const dropped = 'delete from vault.idempotency where company_id = $1 and key = $2'
