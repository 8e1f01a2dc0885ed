import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { differenceInWords, offsetOf } from '#kernel/platform/checks/clock-offset.ts'
import { COMMON_TIME } from '#kernel/platform/database/common-clock.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { unavailabilityOf } from '#kernel/platform/errors/unavailability.ts'
import type { RunningRequests } from '#kernel/platform/http/running-requests.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { inBackground } from '#kernel/platform/waiting/background.ts'
import { afterEachRest } from '#kernel/platform/waiting/every.ts'

const HEARTBEAT_EVERY_MS = 1_000
const ALIVE_FOR_MS = 5_000
/** Shorter requests end before another process could consider them dead. */
const PUBLISHED_AFTER_MS = 1_000
const MAX_CLOCK_OFFSET_MS = 2_000

/**
 * The running processes of the command service, by their heartbeats in the database.
 * The database is also the clock that they have in common.
 */
export interface RunningProcesses {
  /** Of this process. */
  readonly id: string
  /** Whether any living process is still working on the request, as far as was published. */
  readonly isRunning: (requestId: string | null) => Promise<boolean>
  /** Epoch milliseconds by the common clock. */
  readonly now: () => number
  /** By how much this machine's clock is ahead of the common one. */
  readonly offsetMs: () => number
  /** What is wrong with this machine's clock; undefined if it agrees with the common one. */
  readonly clockFault: () => string | undefined
  /** Why the last heartbeat was not recorded; undefined if it was. */
  readonly heartbeatFault: () => string | undefined
  readonly close: () => Promise<void>
}

interface Heartbeat {
  readonly pool: pg.Pool
  readonly logger: Logger
  readonly requests: RunningRequests
  /** Epoch milliseconds by this machine's clock. */
  readonly clock?: () => number
}

/** Begins this process's heartbeat. Resolves once the common clock is known. */
export async function joinRunningProcesses(heartbeat: Heartbeat): Promise<RunningProcesses> {
  const { pool, logger, clock = Date.now } = heartbeat
  await makeTables(pool, { schema: 'command', definitions: table })
  const id = randomUUID()
  let offsetMs = await beat(heartbeat, id)
  let fault: string | undefined

  async function beatAgain() {
    try {
      offsetMs = await beat(heartbeat, id)
      fault = undefined
    } catch (error) {
      fault = unavailabilityOf(error)?.message ?? 'the database refuses a heartbeat'
      logger.warn({ err: error }, 'a heartbeat could not be recorded')
    }
  }
  const beating = inBackground((closing) => afterEachRest(HEARTBEAT_EVERY_MS, closing, beatAgain))

  return {
    id,
    async isRunning(requestId) {
      if (requestId === null) return false
      const { rowCount } = await pool.query(
        'select from command.process where alive_until > now() and $1 = any (requests)',
        [requestId],
      )
      return rowCount !== 0
    },
    now: () => clock() - offsetMs,
    offsetMs: () => offsetMs,
    heartbeatFault: () => fault,
    clockFault() {
      const difference = differenceInWords(offsetMs, "the database's", MAX_CLOCK_OFFSET_MS)
      return difference && `${difference}; other instances resume interrupted work`
    },
    async close() {
      await beating.close()
      await pool.query('delete from command.process where id = $1', [id]).catch(() => undefined)
    },
  }
}

/** Records that the process is alive. Returns by how many milliseconds its clock is ahead. */
async function beat({ pool, requests, clock = Date.now }: Heartbeat, id: string): Promise<number> {
  const running = requests.olderThan(PUBLISHED_AFTER_MS)
  const before = clock()
  const { rows } = await pool.query<{ now: string }>({
    name: 'heartbeat',
    text: heartbeatStatement,
    values: [id, ALIVE_FOR_MS, running],
  })
  const after = clock()
  return offsetOf({ before, after, other: Number(rows[0]?.now ?? before) })
}

const heartbeatStatement = `
  insert into command.process (id, alive_until, requests)
  values ($1, clock_timestamp() + $2 * interval '1 millisecond', $3)
  on conflict (id) do update
  set alive_until = excluded.alive_until, requests = excluded.requests
  returning ${COMMON_TIME} as now`

const table = `
  create table if not exists command.process (
    id uuid primary key,
    alive_until timestamptz not null,
    -- ids of the requests that it has been working on for a while
    requests text[] not null
  );
  delete from command.process where alive_until < now() - interval '1 hour';
`
