import type pg from 'pg'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { lockOf } from '#kernel/records/schemas.ts'
import { NotLeader } from '#projections/runtime/errors.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import type { Acquired } from '#projections/runtime/leadership.ts'
import { terminateStaleLeader } from '#projections/runtime/stale-leader.ts'
import { shardPositions } from './checkpoints.ts'

const LOOK_EVERY_MS = 250
const CHECK_STALE_MEMBER_EVERY = 4
const PAUSE_AFTER_FAILURE_MS = 1_000

/** Shares the shards out among the processes that are ready to lead some. */
export interface Shares {
  /** Counts this process among them until the returned function is called as often. */
  readonly join: () => () => void
  /** Whether this process leads fewer than its share. */
  readonly mayTake: () => boolean
  /** To be called when a shard's term begins. One that was left free counts for no share. */
  readonly lead: (acquired: Acquired) => Lead
  readonly ended: () => Promise<void>
}

export interface Lead {
  /** Settles when the process leads more than its share, and should leave this shard to another one. */
  readonly surplus: Promise<Error>
  readonly end: () => void
}

interface Membership {
  readonly schema: string
  readonly databaseUrl: string
  readonly logger: Logger
  readonly stop: AbortSignal
}

/**
 * Each process holds a lock that all of them share; counting its holders gives a process its share. Like
 * a leader's, the session of a process that is frozen is terminated by the others. Shards that a process
 * counts for and does not lead, because it fails, go to another one, which keeps them until a process comes
 * or goes.
 */
export function createShares(membership: Membership): Shares {
  const { schema, logger, stop } = membership
  const lock = lockOf(`${schema} processes`)
  const led = createLedShards()
  let members = 0
  let processes = 0
  let share = 0
  let attending: Promise<void> | undefined

  function attend() {
    attending ??= stayMember().finally(() => {
      attending = undefined
      if (isMember()) attend()
    })
  }

  const isMember = () => members > 0 && !stop.aborted

  async function stayMember() {
    try {
      await withConnection(membership, hold)
    } catch (error) {
      logger.warn({ err: error }, 'lost the share of the shards for a moment')
      await pause(PAUSE_AFTER_FAILURE_MS, stop)
    }
  }

  async function hold(client: pg.Client) {
    await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [lock])
    for (let looks = 0; isMember(); looks++) {
      if (looks % CHECK_STALE_MEMBER_EVERY === 0) await terminateStaleLeader(client, lock)
      const shards = await shardPositions(client, schema)
      const counted = await countHolders(client, lock)
      if (counted !== processes) led.shareAll()
      processes = counted
      share = Math.ceil(shards.length / processes)
      led.giveUpBeyond(share)
      await pause(LOOK_EVERY_MS, stop)
    }
  }

  return {
    join() {
      members += 1
      attend()
      return () => {
        members -= 1
      }
    },
    mayTake: () => led.count() < share,
    lead: (acquired) => led.add(acquired),
    ended: async () => attending,
  }
}

/** The shards that this process leads. What was left free is not given up until all are shared again. */
function createLedShards() {
  const led = new Set<() => void>()
  const leftFree = new Set<() => void>()
  return {
    count: () => led.size,
    add(acquired: Acquired): Lead {
      const { promise: surplus, resolve } = Promise.withResolvers<Error>()
      const giveUp = () => resolve(new NotLeader('another process takes its share of the shards'))
      led.add(giveUp)
      if (acquired === 'leftFree') leftFree.add(giveUp)
      return {
        surplus,
        end: () => {
          led.delete(giveUp)
          leftFree.delete(giveUp)
        },
      }
    },
    shareAll: () => leftFree.clear(),
    giveUpBeyond(share: number) {
      const shared = [...led].filter((giveUp) => !leftFree.has(giveUp))
      for (const giveUp of shared.slice(share)) giveUp()
    },
  }
}

async function withConnection(
  { databaseUrl, logger }: Membership,
  work: (client: pg.Client) => Promise<void>,
) {
  const { client, close } = await openLeaderConnection(databaseUrl, logger)
  try {
    await work(client)
  } finally {
    await close()
  }
}

async function countHolders(client: pg.ClientBase, lock: string): Promise<number> {
  const { rows } = await client.query<{ processes: number }>(
    `select count(*)::integer as processes from pg_locks
     where locktype = 'advisory' and granted and objsubid = 1
       and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)
       and database = (select oid from pg_database where datname = current_database())`,
    [lock],
  )
  return Math.max(rows[0]?.processes ?? 1, 1)
}
