import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { CannotProject, NotLeader } from './errors.ts'
import type { Division, Parking } from './parking/parking.ts'
import type { StoredRows } from './rows.ts'
import type { ReadableEvent } from './shown-events.ts'
import type { Statistics } from './statistics.ts'
import type { BatchStep } from './step.ts'
import type { TableWrite } from './write-statement.ts'

/** An event leads to a row, and that row to another; no projector needs more rounds. */
const MAX_LOADS = 4

/**
 * A few milliseconds of work. More often would let the readers fill the backlog before the database has
 * anything to write, and then both this process and the readers wait for it.
 */
const EVENTS_BETWEEN_PAUSES = 1_024

export interface BatchWriter {
  readonly client: pg.Client
  readonly tables: readonly StoredRows[]
  /** Moves the checkpoint and notifies the followers. */
  readonly checkpoint: CheckpointMove
  readonly parking: Parking
  readonly statistics: Statistics
}

/**
 * Compare-and-set of the checkpoint; `from` is where this leader left it. The writes happen with it, or
 * not at all. It answers one row, or none if the checkpoint is elsewhere.
 */
export type CheckpointMove = (
  from: LogPlace,
  to: LogPlace,
  writes: readonly TableWrite[],
) => pg.QueryConfig

/** Applies a batch and moves the checkpoint, both or neither. */
export async function applyBatch(writer: BatchWriter, step: BatchStep): Promise<void> {
  const { tables, parking } = writer
  const division = parking.divide(step)
  let changed: readonly StoredRows[] = []
  try {
    await changeRows(writer, division)
    changed = tables.filter((rows) => rows.isChanged())
    const writes = [...changed.map((rows) => rows.save()), ...parking.save(step, division)]
    const isDurable = changed.some(({ table }) => table.isDurable === true)
    await (isDurable
      ? waitingForTheDisk(writer.client, () => write(writer, step, writes))
      : write(writer, step, writes))
    for (const rows of tables) rows.committed()
    parking.committed(step, division)
  } catch (error) {
    for (const rows of tables) rows.forget()
    throw error
  }
  await writer.statistics.keepUp(changed.map(({ table }) => table.name))
}

async function write(
  { client, checkpoint }: BatchWriter,
  { from, upTo }: BatchStep,
  writes: readonly TableWrite[],
) {
  const { rowCount } = await client.query(checkpoint(from, upTo, writes))
  if (rowCount !== 1)
    throw new NotLeader(`the checkpoint is no longer at ${from.position.toString()}`)
}

/** Other batches do not wait: after a crash they are projected again. */
async function waitingForTheDisk(client: pg.Client, commit: () => Promise<void>) {
  await client.query('set synchronous_commit = on')
  try {
    await commit()
  } finally {
    await client.query('set synchronous_commit = off')
  }
}

/** Loading needs no transaction: while this process leads, nothing else changes these rows. */
async function changeRows(writer: BatchWriter, { shown }: Division) {
  const { tables } = writer
  await each(shown, 'prepare')
  for (let loaded = 0; loaded < MAX_LOADS && tables.some((rows) => rows.isAsked()); loaded++) {
    await load(writer)
    await each(shown, 'prepare')
  }
  await each(shown, 'apply')
}

/** Yields to the event loop now and then, so that nothing else waits for a whole batch. */
async function each(events: readonly ReadableEvent[], what: 'prepare' | 'apply'): Promise<void> {
  for (const [index, event] of events.entries()) {
    if (index % EVENTS_BETWEEN_PAUSES === EVENTS_BETWEEN_PAUSES - 1) await nextTurn()
    try {
      event.change[what]()
    } catch (error) {
      throw new CannotProject(event, error)
    }
  }
}

/** Sends the statements in one piece. All have been answered when it rejects. */
async function load({ tables, client }: BatchWriter): Promise<void> {
  const { stream } = client.connection
  stream.cork()
  const loads = tables.filter((rows) => rows.isAsked()).map((rows) => rows.load(client))
  stream.uncork()
  const outcomes = await Promise.allSettled(loads)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
