import type pg from 'pg'
import { pause } from '#kernel/platform/event-store/waiting.ts'
import type { CheckpointMove } from './batch.ts'

const LOOK_AGAIN_MS = 250

/** Waits until no other process has the projection's lock; false when told to stop before. */
export async function acquireLock(
  client: pg.ClientBase,
  name: string,
  { stop, standingBy }: { readonly stop: AbortSignal; readonly standingBy: () => void },
): Promise<boolean> {
  while (!stop.aborted) {
    // A waiting lock statement would hold back the clean-up of the whole database: ask again instead.
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [`sarraf.projection.${name}`],
    )
    if (rows[0]?.locked === true) return true
    standingBy()
    await pause(LOOK_AGAIN_MS, stop)
  }
  return false
}

export interface Term {
  readonly position: bigint
  /** Whoever took over earlier has a lower one and can write no more. */
  readonly epoch: bigint
}

/** Begins a term of ownership: waits for a write of the last owner, then shuts it out. */
export async function beginTerm(
  client: pg.ClientBase,
  { schema, projection }: { readonly schema: string; readonly projection: string },
): Promise<Term> {
  const { rows } = await client.query<{ position: string; epoch: string }>(
    `update ${schema}.checkpoint set epoch = epoch + 1 where name = $1
     returning position::text, epoch::text`,
    [projection],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`${schema} has no checkpoint ${projection}`)
  return { position: BigInt(row.position), epoch: BigInt(row.epoch) }
}

export const checkpointMove = (
  { schema, projection }: { readonly schema: string; readonly projection: string },
  { epoch }: Term,
): CheckpointMove => ({
  text: `with moved as (
      update ${schema}.checkpoint set position = $3::bigint
      where name = $1 and position = $2::bigint and epoch = $4::bigint
      returning position
    )
    select pg_notify('${schema}_progress', position::text) from moved`,
  values: (from, to) => [projection, from.toString(), to.toString(), epoch.toString()],
})
