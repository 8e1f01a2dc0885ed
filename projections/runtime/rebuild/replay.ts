import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { tryLock } from '#projections/runtime/leadership.ts'
import { makeSchemaAnew } from '#projections/runtime/schema.ts'
import { type Builder, openBuilder, type Sources } from './builder.ts'
import { CannotRebuild } from './cannot-rebuild.ts'
import { compareWithServing, type SnapshotComparison } from './snapshot.ts'
import { closeClient, openClient, positionOf } from './with-writer-blocked.ts'

interface Scratch {
  /** Made anew for the work, and dropped after it. */
  readonly schema: string
  readonly stop: AbortSignal
}

/** A builder on a scratch schema that is there as long as the work takes. */
async function withScratchSchema<Result>(
  sources: Sources,
  { schema }: Scratch,
  work: (builder: Builder) => Promise<Result>,
): Promise<Result> {
  const connection = await openLeaderConnection(sources.databaseUrl, sources.logger)
  try {
    const { client } = connection
    if (!(await tryLock(client, schema))) {
      throw new CannotRebuild(`Somebody else is using the scratch schema ${schema} now.`)
    }
    await makeSchemaAnew(client, schema, sources.definition, { isBare: true })
    const builder = await openBuilder(sources, connection, schema)
    try {
      return await work(builder)
    } finally {
      await client.query(`drop schema ${schema} cascade`)
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
  readonly serving: string
  readonly moved?: ((position: LogPosition) => void) | undefined
  /** Compares this company's rows alone; null for everybody's. */
  readonly companyId?: string | null
}

/** Replays the whole log into a scratch schema and compares every row with what is served. */
export const replayAndCompare = (sources: Sources, scratch: Replay): Promise<Replayed> =>
  withScratchSchema(sources, scratch, async (builder) => {
    const { serving, stop, moved, companyId } = scratch
    const client = await openClient(sources, stop)
    try {
      const target = () => positionOf(client, serving)
      const tableNames = sources.definition.tables.map(({ name }) => name)
      const selection = { companyId: companyId ?? undefined, tableNames }
      const approach = { serving, stop, target, moved, ...selection }
      const comparison = await compareWithServing(sources, builder, approach)
      return { ...comparison, events: builder.events(), parked: builder.parked() }
    } finally {
      await closeClient(client)
    }
  })
