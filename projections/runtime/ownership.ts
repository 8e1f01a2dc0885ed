import type pg from 'pg'
import { pause } from '#kernel/platform/event-store/waiting.ts'
import type { CheckpointMove } from './batch.ts'
import { endSleeper } from './sleepers.ts'

const LOOK_AGAIN_MS = 250
const LOOK_FOR_SLEEPERS_EVERY = 4

/** Waits until no other process has the projection's lock; false when told to stop before. */
export async function acquireLock(
  client: pg.ClientBase,
  name: string,
  { stop, standingBy }: { readonly stop: AbortSignal; readonly standingBy: () => void },
): Promise<boolean> {
  for (let looks = 0; !stop.aborted; looks++) {
    // A waiting lock statement would hold back the clean-up of the whole database: ask again instead.
    if (await tryLock(client, name)) return true
    standingBy()
    if (looks % LOOK_FOR_SLEEPERS_EVERY === 0) await endSleeper(client, lockOf(name))
    await pause(LOOK_AGAIN_MS, stop)
  }
  return false
}

/** Whether the connection has the lock now; it keeps it to its end. */
export async function tryLock(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [lockOf(name)],
  )
  return rows[0]?.locked === true
}

/** Whether anybody has it. */
export async function isLocked(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select exists (
       select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
         and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)
         and database = (select oid from pg_database where datname = current_database())
     ) as locked`,
    [lockOf(name)],
  )
  return rows[0]?.locked === true
}

const lockOf = (name: string) => `sarraf.projection.${name}`

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
