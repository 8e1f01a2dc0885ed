import { openVault } from '#kernel/platform/vault/vault.ts'
import { median } from '../benchmark.ts'
import { catchUpMs } from './catch-up.ts'
import type { Stage } from './stage.ts'

/** One person of this many is forgotten. */
const ONE_IN = 10
/** Nobody serves these tables. */
const SCHEMA = 'forgetting'

interface Key {
  readonly id: string
  readonly wrapped: Buffer
}

/**
 * What it costs that people are forgotten: the same log is read into new tables with all keys, and
 * without those of a share of the people, by turns, so that both meet the same machine.
 */
export async function measureForgetting(stage: Stage, pairs: number) {
  const { rows } = await stage.pool.query<Key>(
    `select id, wrapped from vault.data_key where purpose = 'customer' order by id`,
  )
  const doomed = rows.filter((_, place) => place % ONE_IN === 0)
  const readableMs: number[] = []
  const forgottenMs: number[] = []
  const readable = async () => readableMs.push(await builtMs(stage, 0))
  const forgotten = async () => {
    await stage.pool.query('update vault.data_key set wrapped = null where id = any($1)', [
      doomed.map(({ id }) => id),
    ])
    forgottenMs.push(await builtMs(stage, doomed.length / rows.length))
    await bringBack(stage, doomed)
  }
  for (let pair = 0; pair < pairs; pair++) {
    const both = [readable, forgotten]
    for (const build of pair % 2 === 0 ? both : both.toReversed()) await build()
  }
  return { readableMs: median(readableMs), forgottenMs: median(forgottenMs) }
}

const bringBack = ({ pool }: Stage, keys: readonly Key[]) =>
  pool.query(
    `update vault.data_key as key set wrapped = kept.wrapped
     from unnest($1::text[], $2::bytea[]) as kept (id, wrapped) where key.id = kept.id`,
    [keys.map(({ id }) => id), keys.map(({ wrapped }) => wrapped)],
  )

/** How long it took; throws unless that share of vouchers, about, shows nobody. */
async function builtMs(stage: Stage, share: number): Promise<number> {
  const { pool, vaultKey } = stage
  await pool.query(`drop schema if exists ${SCHEMA} cascade`)
  const vault = await openVault(pool, vaultKey)
  const ms = await catchUpMs({ ...stage, vault }, SCHEMA)
  const { rows } = await pool.query<{ share: number }>(
    `select avg((id_no is null)::integer)::float8 as share from ${SCHEMA}.expense_voucher`,
  )
  const [found] = rows
  if (found === undefined || Math.abs(found.share - share) > share / 2) {
    throw new Error(`${found?.share} of the vouchers show nobody, and not ${share}`)
  }
  return ms
}
