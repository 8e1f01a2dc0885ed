import type pg from 'pg'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import {
  lastEventColumn,
  type PlaceColumns,
  placeFromColumns,
} from '#kernel/platform/event-store/kept-place.ts'
import { nameInShard, type Shard } from '#kernel/platform/read-progress/shard.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { lockOf } from '#kernel/records/schemas.ts'
import type { CheckpointMove } from './batch.ts'
import { terminateStaleLeader } from './stale-leader.ts'
import { writeStatements } from './write-statement.ts'

const POLL_EVERY_MS = 250
const CHECK_STALE_LEADER_EVERY = 4
/** A process that leaves a lock to others takes it nevertheless if it stays free. */
const LEFT_FREE_AFTER_CHECKS = 4

export interface Standby {
  readonly stop: AbortSignal
  readonly standingBy: () => void
  /** By default always. */
  readonly mayTake?: () => boolean
  /** Whether there is nothing left to wait for; asked now and then. */
  readonly isObsolete?: () => Promise<boolean>
}

/** `leftFree`: it was left to others, who did not take it. */
export type Acquired = 'taken' | 'leftFree'

/** Waits for the projection's lock; undefined if stopped before, or if there is nothing to wait for. */
export async function acquireLock(
  client: pg.ClientBase,
  name: string,
  { stop, standingBy, mayTake = () => true, isObsolete = async () => false }: Standby,
): Promise<Acquired | undefined> {
  let checksWhileFree = 0
  for (let attempt = 0; !stop.aborted; attempt++) {
    // A blocking lock statement would delay vacuum in the whole database, so this polls.
    const isMine = mayTake()
    const isLeftFree = !isMine && checksWhileFree >= LEFT_FREE_AFTER_CHECKS
    if ((isMine || isLeftFree) && (await tryLock(client, name)))
      return isLeftFree ? 'leftFree' : 'taken'
    standingBy()
    if (attempt % CHECK_STALE_LEADER_EVERY === 0) {
      await terminateStaleLeader(client, lockOf(name))
      if (await isObsolete()) return undefined
      checksWhileFree = mayTake() || (await isLocked(client, name)) ? 0 : checksWhileFree + 1
    }
    await pause(POLL_EVERY_MS, stop)
  }
  return undefined
}

/** Tries to take the lock; the connection holds it until it ends. */
export async function tryLock(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [lockOf(name)],
  )
  return rows[0]?.locked === true
}

/** Whether any connection holds the lock. */
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

/** The checkpoint of a shard in a schema's tables. */
export interface CheckpointName {
  readonly schema: string
  readonly projection: string
  readonly shard: Shard
}

export interface LeaderTerm {
  readonly place: LogPlace
  /** Increases with every term: earlier leaders have a lower one and can no longer write. */
  readonly epoch: bigint
}

/** Begins a leadership term: waits for a write of the previous leader, then fences it. */
export async function beginTerm(
  client: pg.ClientBase,
  { schema, projection, shard }: CheckpointName,
): Promise<LeaderTerm> {
  const name = nameInShard(projection, shard)
  const { rows } = await client.query<PlaceColumns & { epoch: string }>(
    `update ${schema}.checkpoint set epoch = epoch + 1 where name = $1
     returning position::text, last_event, epoch::text`,
    [name],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`${schema} has no checkpoint ${name}`)
  return { place: placeFromColumns(row), epoch: BigInt(row.epoch) }
}

interface Checkpoint {
  /** Of the follower: the projection in the shard. */
  readonly name: string
  readonly place: LogPlace
}

/** The checkpoints of a schema's tables, one for each shard; none before the projection has begun. */
export async function checkpointsIn(
  client: pg.ClientBase | pg.Pool,
  schema: string,
): Promise<readonly Checkpoint[]> {
  const { rows } = await client.query<PlaceColumns & { name: string }>(
    `select name, position::text, last_event from ${schema}.checkpoint order by name`,
  )
  return rows.map((row) => ({ name: row.name, place: placeFromColumns(row) }))
}

/** Followers are notified of the position and its shard. */
export function checkpointMove(
  { schema, projection, shard }: CheckpointName,
  { epoch }: LeaderTerm,
): CheckpointMove {
  const statement = writeStatements(
    `update ${schema}.checkpoint
     set position = $3::bigint, last_event = coalesce($5::jsonb, last_event)
     where name = $1 and position = $2::bigint and epoch = $4::bigint
     returning position as reached`,
    `select pg_notify('${schema}_progress', reached::text || '${nameInShard('', shard)}') from first`,
  )
  const name = nameInShard(projection, shard)
  return (from, to, writes) =>
    statement(
      [name, from.position.toString(), to.position.toString(), `${epoch}`, lastEventColumn(to)],
      writes,
    )
}
