import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import {
  type LeaderConnection,
  openLeaderConnection,
} from '#projections/runtime/leader-connection.ts'
import {
  lowestOf,
  type ShardTarget,
  shardPositions,
} from '#projections/runtime/shards/checkpoints.ts'
import { type Builder, type Going, openBuilder, type ProjectionSources } from './builder.ts'
import { sum } from './compare.ts'

/** Fills all shards of a schema that is not served yet, side by side. */
export interface SchemaBuilder {
  readonly schema: string
  /** Of the shard that is furthest behind. */
  readonly position: () => LogPosition
  /** The greatest position that the target has for a shard. */
  readonly lastOf: (target: ShardTarget) => LogPosition
  /** Whether any shard is beyond the target. */
  readonly isBeyond: (target: ShardTarget) => boolean
  /** How many events it has read. */
  readonly events: () => number
  /** The number of parked companies. */
  readonly parked: () => number
  /** Projects until each shard is at exactly its position; never back. */
  readonly projectUpTo: (target: ShardTarget, going?: Going) => Promise<void>
  /** Closes all but the given connection. */
  readonly close: () => Promise<void>
}

/** The schema must exist, and the connection must hold its lock. */
export async function openSchemaBuilder(
  sources: ProjectionSources,
  connection: LeaderConnection,
  schema: string,
): Promise<SchemaBuilder> {
  const shards = await shardPositions(connection.client, schema)
  const opened: LeaderConnection[] = []
  const close = async () => {
    await Promise.all(opened.map((each) => each.close()))
  }
  const builders: Builder[] = []
  try {
    for (const { shard } of shards) {
      const own =
        builders.length === 0
          ? connection
          : await openLeaderConnection(sources.databaseUrl, sources.logger)
      if (own !== connection) opened.push(own)
      builders.push(await openBuilder(sources, own, { schema, shard }))
    }
  } catch (error) {
    await close()
    throw error
  }
  return { schema, ...together(builders), close }
}

function together(builders: readonly Builder[]): Omit<SchemaBuilder, 'schema' | 'close'> {
  const position = () => {
    const lowest = lowestOf(builders.map((builder) => ({ position: builder.position() })))
    if (lowest === undefined) throw new Error('a schema has at least one shard')
    return lowest
  }
  return {
    position,
    lastOf: (target) =>
      builders
        .map(({ shard }) => target(shard))
        .reduce((last, each) => (each > last ? each : last), START_OF_LOG),
    isBeyond: (target) => builders.some((each) => each.position() > target(each.shard)),
    events: () => sum(builders.map((each) => each.events())),
    parked: () => sum(builders.map((each) => each.parked())),
    async projectUpTo(target, { stop, moved } = {}) {
      const failed = new AbortController()
      const going = {
        stop: stop === undefined ? failed.signal : AbortSignal.any([stop, failed.signal]),
        moved: () => moved?.(position()),
      }
      const goals = builders.map((each) => ({ each, goal: target(each.shard) }))
      const work = goals.map(({ each, goal }) => each.projectUpTo(goal, going))
      try {
        await Promise.all(work)
      } catch (error) {
        failed.abort()
        await Promise.allSettled(work)
        throw error
      }
    },
  }
}
