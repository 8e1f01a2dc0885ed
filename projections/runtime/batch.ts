import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { CannotProject, NotLeader } from './errors.ts'
import type { Division, Parking } from './parking/parking.ts'
import type { StoredRows } from './rows.ts'
import type { ReadableEvent } from './shown-events.ts'
import type { Statistics } from './statistics.ts'
import type { Step } from './step.ts'

/** An event leads to a row, and that row to another; no projector needs more rounds. */
const MAX_LOADS = 4

const EVENTS_BETWEEN_PAUSES = 256

export interface BatchWriter {
  readonly client: pg.Client
  readonly tables: readonly StoredRows[]
  /** Moves the checkpoint and notifies the followers. */
  readonly checkpoint: CheckpointMove
  readonly parking: Parking
  readonly statistics: Statistics
}

/** Compare-and-set of the checkpoint; `from` is where this leader left it. */
export interface CheckpointMove {
  readonly text: string
  readonly values: (from: LogPlace, to: LogPlace) => readonly (string | null)[]
}

/** Applies a batch and moves the checkpoint, both or neither. */
export async function applyBatch(writer: BatchWriter, step: Step): Promise<void> {
  const { client, tables, parking } = writer
  const division = parking.divide(step)
  const isEmpty = division.shown.length === 0 && division.parked.length === 0
  if (isEmpty && step.retry === undefined) return moveCheckpoint(writer, step)
  let changed: readonly StoredRows[] = []
  try {
    await changeRows(writer, step, division)
    changed = tables.filter((rows) => rows.isChanged())
    await pipelined(client, () => [
      ...changed.map((rows) => rows.save(client)),
      ...parking.save(step, division),
      client.query('commit'),
    ])
    for (const rows of tables) rows.committed()
    parking.committed(step, division)
  } catch (error) {
    for (const rows of tables) rows.forget()
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  await writer.statistics.keepUp(changed.map(({ table }) => table.name))
}

async function moveCheckpoint({ client, checkpoint }: BatchWriter, { from, upTo }: Step) {
  const values = [...checkpoint.values(from, upTo)]
  const { rowCount } = await client.query({
    name: 'move checkpoint',
    text: checkpoint.text,
    values,
  })
  if (rowCount !== 1)
    throw new NotLeader(`the checkpoint is no longer at ${from.position.toString()}`)
}

/** The checkpoint comes first: its row is locked before any other is touched. */
async function changeRows(writer: BatchWriter, step: Step, { shown }: Division) {
  const { client, tables } = writer
  await each(shown, 'prepare')
  await pipelined(client, () => [
    client.query('begin'),
    moveCheckpoint(writer, step),
    ...loads(writer),
  ])
  for (let loaded = 1; loaded < MAX_LOADS; loaded++) {
    await each(shown, 'prepare')
    if (!tables.some((rows) => rows.isAsked())) break
    await pipelined(client, () => loads(writer))
  }
  await each(shown, 'apply')
}

/** Yields to the event loop now and then, above all so that reading continues. */
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

const loads = ({ tables, client }: BatchWriter): readonly Promise<void>[] =>
  tables.filter((rows) => rows.isAsked()).map((rows) => rows.load(client))

/** Sends the statements in one piece, in this order. All have been answered when it rejects. */
async function pipelined(
  client: pg.Client,
  send: () => readonly Promise<unknown>[],
): Promise<void> {
  const { stream } = client.connection
  stream.cork()
  const statements = send()
  stream.uncork()
  const outcomes = await Promise.allSettled(statements)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
