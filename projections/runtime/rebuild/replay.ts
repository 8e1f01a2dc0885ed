import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { checkpointIn, tryLock } from '#projections/runtime/leadership.ts'
import { emptySchema, makeSchemaAnew } from '#projections/runtime/schema.ts'
import { type Builder, openBuilder, type ProjectionSources } from './builder.ts'
import { compareWithServing, type SnapshotComparison } from './snapshot.ts'
import { closeClient, openClient } from './with-writer-blocked.ts'

/** Two replays into one schema would disturb each other. */
export class ScratchInUse extends CannotRebuild {
  override readonly name = 'ScratchInUse'
}

/** Runs the work with a builder on a scratch schema. */
async function withScratchSchema<Result>(
  sources: ProjectionSources,
  schema: string,
  work: (builder: Builder) => Promise<Result>,
): Promise<Result> {
  const connection = await openLeaderConnection(sources.databaseUrl, sources.logger)
  try {
    const { client } = connection
    if (!(await tryLock(client, schema))) {
      throw new ScratchInUse(`Another process is using the scratch schema ${schema} now.`)
    }
    await makeSchemaAnew(client, schema, sources.definition, { isBare: true })
    const builder = await openBuilder(sources, connection, schema)
    try {
      return await work(builder)
    } finally {
      await emptySchema(client, schema)
    }
  } finally {
    await connection.close()
  }
}

export interface Replayed extends SnapshotComparison {
  readonly events: number
  readonly parked: number
}

interface Replay {
  /** Empty but for the time of the work. */
  readonly schema: string
  readonly serving: string
  readonly stop: AbortSignal
  readonly moved?: ((position: LogPosition) => void) | undefined
  /** Called when the replay is over and the comparison begins. */
  readonly met?: () => void
  /** Compares only this company's rows; null for all companies. */
  readonly companyId?: string | null
}

/** Replays the whole log into a scratch schema and compares every row with the served tables. */
export const replayAndCompare = (sources: ProjectionSources, scratch: Replay): Promise<Replayed> =>
  withScratchSchema(sources, scratch.schema, async (builder) => {
    const { serving, stop, moved, met, companyId } = scratch
    const { tables: counted } = sources.definition
    const client = await openClient(sources, stop)
    try {
      const target = async () => (await checkpointIn(client, serving)).position
      const tableNames = counted.map(({ name }) => name)
      const selection = { companyId: companyId ?? undefined, tableNames, counted }
      const approach = { serving, stop, target, moved, ...(met && { met }), ...selection }
      const comparison = await compareWithServing(sources, builder, approach)
      return { ...comparison, events: builder.events(), parked: builder.parked() }
    } finally {
      await closeClient(client)
    }
  })
