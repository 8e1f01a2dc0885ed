import type pg from 'pg'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import {
  lastEventColumn,
  type PlaceColumns,
  placeFromColumns,
} from '#kernel/platform/event-store/kept-place.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { selectCheckpoint } from '#kernel/records/checkpoint.ts'
import { lockOf } from '#kernel/records/schemas.ts'
import type { CheckpointMove } from './batch.ts'
import { terminateStaleLeader } from './stale-leader.ts'
import { writeStatements } from './write-statement.ts'

const POLL_EVERY_MS = 250
const CHECK_STALE_LEADER_EVERY = 4
export interface Standby {
  readonly stop: AbortSignal
  readonly standingBy: () => void
}

/** Waits for the projection's lock; false if stopped before. */
export async function acquireLock(
  client: pg.ClientBase,
  name: string,
  { stop, standingBy }: Standby,
): Promise<boolean> {
  for (let attempt = 0; !stop.aborted; attempt++) {
    // A blocking lock statement would delay vacuum in the whole database, so this polls.
    if (await tryLock(client, name)) return true
    standingBy()
    if (attempt % CHECK_STALE_LEADER_EVERY === 0) await terminateStaleLeader(client, lockOf(name))
    await pause(POLL_EVERY_MS, stop)
  }
  return false
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

/** The checkpoint of a projection in a schema's tables. */
export interface CheckpointName {
  readonly schema: string
  readonly projection: string
}

export interface LeaderTerm {
  readonly place: LogPlace
  /** Increases with every term: earlier leaders have a lower one and can no longer write. */
  readonly epoch: bigint
}

/** Begins a leadership term: waits for a write of the previous leader, then fences it. */
export async function beginTerm(
  client: pg.ClientBase,
  { schema, projection: name }: CheckpointName,
): Promise<LeaderTerm> {
  const { rows } = await client.query<PlaceColumns & { epoch: string }>(
    `update ${schema}.checkpoint set epoch = epoch + 1 where name = $1
     returning position::text, last_event, epoch::text`,
    [name],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`${schema} has no checkpoint ${name}`)
  return { place: placeFromColumns(row), epoch: BigInt(row.epoch) }
}

/** Up to where a schema's tables show the log. */
export async function checkpointIn(
  client: pg.ClientBase | pg.Pool,
  schema: string,
): Promise<LogPlace> {
  const { rows } = await client.query<PlaceColumns>(selectCheckpoint(schema))
  if (rows[0] === undefined) throw new Error(`${schema} has no checkpoint`)
  return placeFromColumns(rows[0])
}

/** Followers are notified of the position. */
export function checkpointMove(
  { schema, projection: name }: CheckpointName,
  { epoch }: LeaderTerm,
): CheckpointMove {
  const statement = writeStatements(
    `update ${schema}.checkpoint
     set position = $3::bigint, last_event = coalesce($5::jsonb, last_event)
     where name = $1 and position = $2::bigint and epoch = $4::bigint
     returning position as reached`,
    `select pg_notify('${schema}_progress', reached::text) from first`,
  )
  return (from, to, writes) =>
    statement(
      [name, from.position.toString(), to.position.toString(), `${epoch}`, lastEventColumn(to)],
      writes,
    )
}
