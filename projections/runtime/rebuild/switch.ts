import type { Client } from 'pg'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { pause, pauseMs } from '#kernel/platform/waiting/timing.ts'
import type { Schemas } from '#kernel/records/schemas.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import type { Builder } from './builder.ts'
import {
  type Approach,
  type BlockedWriter,
  isNotNow,
  withWriterBlocked,
} from './with-writer-blocked.ts'

/** How long readers may be locked out at most, attempt by attempt. */
const READERS_WAIT_MS = [50, 50, 50, 100, 100, 200, 200, 400, 400, 800, 1_500, 1_500, 1_500]
const LONGEST_PAUSE_MS = 2_000

export interface Switched {
  /** The position of the tables that are served from now on. */
  readonly position: LogPosition
  readonly writerWaitedMs: number
  readonly readersWaitedMs: number
}

/**
 * Replaces the served schema by the builder's, in one transaction that locks readers out for a moment:
 * running statements finish first, and waiting ones find the new tables.
 */
export async function switchSchemas(
  client: Client,
  builder: Builder,
  schemas: Schemas,
  approach: Approach,
): Promise<Switched> {
  await dropObsolete(client, schemas)
  for (let attempt = 0; ; attempt++) {
    const readersWaitAtMostMs = READERS_WAIT_MS[attempt] ?? 0
    const order = { schemas, candidate: builder.schema, readersWaitAtMostMs }
    try {
      const switched = await withWriterBlocked(
        client,
        builder,
        { ...approach, before: (within) => keepMaintenanceOut(within, schemas.serving) },
        (blocked) => exchange(client, order, { ...blocked, position: builder.position() }),
      )
      await dropObsolete(client, schemas)
      return switched
    } catch (error) {
      if (!(error instanceof ReadersAreBusy)) throw error
      if (attempt + 1 >= READERS_WAIT_MS.length) throw await heldBy(client, schemas, error)
    }
    await pause(pauseMs(attempt, LONGEST_PAUSE_MS), approach.stop)
  }
}

/** A running statement takes longer than other readers may wait behind it. */
class ReadersAreBusy extends Error {
  override readonly name = 'ReadersAreBusy'
}

interface Order {
  readonly schemas: Schemas
  readonly candidate: string
  readonly readersWaitAtMostMs: number
}

async function exchange(
  client: Client,
  order: Order,
  { position, heldMs }: BlockedWriter,
): Promise<Switched> {
  const { schemas } = order
  const readersWaitSince = performance.now()
  await lockOutReaders(client, order)
  await client.query(renaming(order, await isThere(client, schemas.previous)))
  // Fences the leader: its epoch is lower than that of the tables it finds now.
  await client.query(
    `update ${schemas.serving}.checkpoint set epoch = 1 + greatest(epoch,
       (select max(epoch) from ${schemas.previous}.checkpoint))`,
  )
  await client.query(`
    set local synchronous_commit = on;
    select pg_notify('${schemas.serving}_progress', '${position.toString()}');
    select pg_notify('${schemas.serving}_switched', '')`)
  return {
    position,
    writerWaitedMs: heldMs(),
    readersWaitedMs: performance.now() - readersWaitSince,
  }
}

/** A vacuum yields to a waiting lock only after a second, so wait for it before readers have to. */
async function keepMaintenanceOut(client: Client, serving: string) {
  await client.query(`set local lock_timeout = '5s'`)
  await client.query(`lock table ${await tablesIn(client, serving)} in share update exclusive mode`)
}

async function lockOutReaders(client: Client, { schemas, readersWaitAtMostMs }: Order) {
  try {
    await client.query(`
      set local lock_timeout = '${readersWaitAtMostMs}ms';
      set local statement_timeout = '${readersWaitAtMostMs * 2}ms';
      lock table ${await tablesIn(client, schemas.serving)} in access exclusive mode;
      set local statement_timeout = 0`)
  } catch (error) {
    if (isNotNow(error) || isStatementTimeout(error)) {
      throw new ReadersAreBusy('readers hold the tables too long', { cause: error })
    }
    throw error
  }
}

/** Such as a dump, which holds what it reads for minutes. */
async function heldBy(client: Client, { serving }: Schemas, cause: ReadersAreBusy) {
  const { rows } = await client.query<{ session: string }>(
    `select distinct format('%s (%s, role %s)', pid, coalesce(nullif(application_name, ''), 'without a name'), usename)
       as session
     from pg_locks join pg_class on pg_class.oid = relation join pg_stat_activity using (pid)
     where granted and relnamespace = $1::regnamespace and pid <> pg_backend_pid()
     order by session`,
    [serving],
  )
  const sessions = rows.map(({ session }) => session).join(', ')
  return new CannotRebuild(
    `Not switched: sessions hold the served tables for too long: ${sessions || 'they have gone now'}. What was built is kept: wait for them, or end them, and rebuild again.`,
    { cause },
  )
}

const isStatementTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '57014'

const renaming = ({ schemas, candidate }: Order, previousIsThere: boolean) => {
  const { serving, previous, obsolete } = schemas
  const isPrevious = candidate === previous
  return [
    ...(previousIsThere && !isPrevious ? [`alter schema ${previous} rename to ${obsolete}`] : []),
    `alter schema ${serving} rename to ${obsolete}_served`,
    `alter schema ${candidate} rename to ${serving}`,
    `alter schema ${obsolete}_served rename to ${previous}`,
  ].join(';\n')
}

/** Not part of a switch, because dropping takes too long. */
const dropObsolete = (client: Client, { obsolete }: Schemas) =>
  client.query(`drop schema if exists ${obsolete} cascade`)

async function isThere(client: Client, schema: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [schema])
  return rowCount === 1
}

async function tablesIn(client: Client, schema: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = $1 order by tablename`,
    [schema],
  )
  return rows.map(({ name }) => name).join(', ')
}
