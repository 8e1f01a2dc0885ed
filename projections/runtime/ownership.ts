import type pg from 'pg'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { keepEvent, recallEvent } from '#kernel/platform/event-store/kept-place.ts'
import { parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { pause } from '#kernel/platform/timing.ts'
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
  readonly place: LogPlace
  /** Whoever took over earlier has a lower one and can write no more. */
  readonly epoch: bigint
}

/** Begins a term of ownership: waits for a write of the last owner, then shuts it out. */
export async function beginTerm(
  client: pg.ClientBase,
  { schema, projection }: { readonly schema: string; readonly projection: string },
): Promise<Term> {
  const { rows } = await client.query<KeptCheckpoint & { epoch: string }>(
    `update ${schema}.checkpoint set epoch = epoch + 1 where name = $1
     returning position::text, last_event, epoch::text`,
    [projection],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`${schema} has no checkpoint ${projection}`)
  return { place: placeOf(row), epoch: BigInt(row.epoch) }
}

interface KeptCheckpoint {
  readonly position: string
  readonly last_event: unknown
}

const placeOf = ({ position, last_event: lastEvent }: KeptCheckpoint): LogPlace => ({
  position: parseLogPosition(position),
  lastEvent: lastEvent === null ? undefined : recallEvent(lastEvent),
})

/** Where the tables of a schema are in the log; undefined where the projection has none yet. */
export async function checkpointIn(
  client: pg.ClientBase,
  { schema, projection }: { readonly schema: string; readonly projection: string },
): Promise<LogPlace | undefined> {
  const { rows } = await client.query<KeptCheckpoint>(
    `select position::text, last_event from ${schema}.checkpoint where name = $1`,
    [projection],
  )
  return rows[0] && placeOf(rows[0])
}

export const checkpointMove = (
  { schema, projection }: { readonly schema: string; readonly projection: string },
  { epoch }: Term,
): CheckpointMove => ({
  text: `with moved as (
      update ${schema}.checkpoint
      set position = $3::bigint, last_event = coalesce($5::jsonb, last_event)
      where name = $1 and position = $2::bigint and epoch = $4::bigint
      returning position
    )
    select pg_notify('${schema}_progress', position::text) from moved`,
  values: (from, to) => [
    projection,
    from.position.toString(),
    to.position.toString(),
    epoch.toString(),
    to.lastEvent === undefined ? null : JSON.stringify(keepEvent(to.lastEvent)),
  ],
})
