import type pg from 'pg'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type Recorded, recall } from '#kernel/platform/recording.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { decoderOf } from '#projections/read-models/projectors.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import { NotTheOwner } from './errors.ts'
import type { Change } from './projector.ts'
import type { StoredRows } from './rows.ts'

/** An event leads to a row that leads to another one: no projector needs more. */
const MAX_LOADS = 4

export interface BatchWriter {
  readonly client: pg.Client
  readonly vault: Vault
  readonly model: ReadModel
  /** Moves the checkpoint and tells the followers. */
  readonly checkpoint: CheckpointMove
}

/** Compare-and-set of the checkpoint; `from` is the position that this owner left it at. */
export interface CheckpointMove {
  readonly text: string
  readonly values: (from: bigint, to: bigint) => readonly string[]
}

/** The step that a batch makes in the log. */
export interface Step {
  readonly events: readonly StoredEvent[]
  readonly from: bigint
  readonly upTo: bigint
}

/** Applies a batch and moves the checkpoint, both or neither. */
export async function applyBatch(writer: BatchWriter, step: Step): Promise<void> {
  const changes = await recall(writer.vault, decoderOf, step.events)
  if (changes.length === 0) return moveCheckpoint(writer, step)
  const tables: readonly StoredRows[] = Object.values(writer.model)
  try {
    await changeRows(writer, changes, step)
    await together(writer.client, () => [
      ...tables.filter((rows) => rows.isChanged()).map((rows) => rows.save(writer.client)),
      writer.client.query('commit'),
    ])
    for (const rows of tables) rows.committed()
  } catch (error) {
    for (const rows of tables) rows.forget()
    await writer.client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function moveCheckpoint({ client, checkpoint }: BatchWriter, { from, upTo }: Step) {
  const values = [...checkpoint.values(from, upTo)]
  const { rowCount } = await client.query({
    name: 'move checkpoint',
    text: checkpoint.text,
    values,
  })
  if (rowCount !== 1) throw new NotTheOwner(`the checkpoint is no longer at ${from}`)
}

/** The checkpoint comes first: its row is locked before any other is touched. */
async function changeRows(writer: BatchWriter, changes: readonly Recorded<Change>[], step: Step) {
  const { client, model } = writer
  const prepare = () => {
    for (const { event, ...about } of changes) event.prepare(about, model)
  }
  prepare()
  await together(client, () => [
    client.query('begin'),
    moveCheckpoint(writer, step),
    ...loads(writer),
  ])
  for (let loaded = 1; loaded < MAX_LOADS; loaded++) {
    prepare()
    if (!Object.values(model).some((rows: StoredRows) => rows.isAsked())) break
    await together(client, () => loads(writer))
  }
  for (const { event, ...about } of changes) event.apply(about, model)
}

const loads = ({ model, client }: BatchWriter): readonly Promise<void>[] =>
  Object.values(model)
    .filter((rows: StoredRows) => rows.isAsked())
    .map((rows: StoredRows) => rows.load(client))

/**
 * The statements go to the server in one piece, in this order, without waiting for each other. All
 * have been answered before a failure is told.
 */
async function together(client: pg.Client, send: () => readonly Promise<unknown>[]): Promise<void> {
  const { stream } = client.connection
  stream.cork()
  const statements = send()
  stream.uncork()
  const outcomes = await Promise.allSettled(statements)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
