import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { tryLock } from '#projections/runtime/leadership.ts'
import { emptySchema, makeSchemaAnew } from '#projections/runtime/schema.ts'
import { divideLike, shardPositions, targetAt } from '#projections/runtime/shards/checkpoints.ts'
import type { ProjectionSources } from './builder.ts'
import { openSchemaBuilder, type SchemaBuilder } from './schema-builder.ts'
import { compareWithServing, type SnapshotComparison } from './snapshot.ts'
import { closeClient, openClient } from './with-writer-blocked.ts'

/** Two replays into one schema would disturb each other. */
export class ScratchInUse extends CannotRebuild {
  override readonly name = 'ScratchInUse'
}

interface Scratch {
  /** Empty but for the time of the work. */
  readonly schema: string
  /** It is divided into the same shards. */
  readonly serving: string
  readonly stop: AbortSignal
}

/** Runs the work with a builder on a scratch schema. */
async function withScratchSchema<Result>(
  sources: ProjectionSources,
  { schema, serving }: Scratch,
  work: (builder: SchemaBuilder) => Promise<Result>,
): Promise<Result> {
  const connection = await openLeaderConnection(sources.databaseUrl, sources.logger)
  try {
    const { client } = connection
    if (!(await tryLock(client, schema))) {
      throw new ScratchInUse(`Another process is using the scratch schema ${schema} now.`)
    }
    await makeSchemaAnew(client, schema, sources.definition, { isBare: true })
    const served = await shardPositions(client, serving)
    const shards = served.map(({ shard }) => shard)
    await divideLike(client, { schema, projection: sources.definition.name }, shards)
    const builder = await openSchemaBuilder(sources, connection, schema)
    try {
      return await work(builder)
    } finally {
      await builder.close()
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

interface Replay extends Scratch {
  readonly moved?: ((position: LogPosition) => void) | undefined
  /** Called when the replay is over and the comparison begins. */
  readonly met?: () => void
  /** Compares only this company's rows; null for all companies. */
  readonly companyId?: string | null
}

/** Replays the whole log into a scratch schema and compares every row with the served tables. */
export const replayAndCompare = (sources: ProjectionSources, scratch: Replay): Promise<Replayed> =>
  withScratchSchema(sources, scratch, async (builder) => {
    const { serving, stop, moved, met, companyId } = scratch
    const { tables: counted } = sources.definition
    const client = await openClient(sources, stop)
    try {
      const target = () => targetAt(client, serving)
      const tableNames = counted.map(({ name }) => name)
      const selection = { companyId: companyId ?? undefined, tableNames, counted }
      const approach = { serving, stop, target, moved, ...(met && { met }), ...selection }
      const comparison = await compareWithServing(sources, builder, approach)
      return { ...comparison, events: builder.events(), parked: builder.parked() }
    } finally {
      await closeClient(client)
    }
  })
