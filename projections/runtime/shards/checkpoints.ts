import type pg from 'pg'
import { type LogPosition, parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import {
  contains,
  halvesOf,
  isSameShard,
  nameInShard,
  type Shard,
  shardInName,
} from '#kernel/platform/read-progress/shard.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import type { CheckpointName } from '#projections/runtime/leadership.ts'

export interface ShardPosition {
  readonly shard: Shard
  readonly position: LogPosition
}

/** The shards that a schema's tables are divided into, and how far each is. */
export async function shardPositions(
  client: Pick<pg.ClientBase, 'query'>,
  schema: string,
): Promise<readonly ShardPosition[]> {
  const { rows } = await client.query<{ name: string; position: string }>(
    `select name, position::text from ${schema}.checkpoint order by name`,
  )
  return rows.map(({ name, position }) => ({
    shard: shardInName(name),
    position: parseLogPosition(position),
  }))
}

/** Up to where all shards show the log. */
export async function positionOf(
  client: Pick<pg.ClientBase, 'query'>,
  schema: string,
): Promise<LogPosition> {
  const lowest = lowestOf(await shardPositions(client, schema))
  if (lowest === undefined) throw new Error(`${schema} has no checkpoint`)
  return lowest
}

export const lowestOf = (places: readonly Pick<ShardPosition, 'position'>[]) =>
  places.reduce<LogPosition | undefined>(
    (lowest, { position }) => (lowest === undefined || position < lowest ? position : lowest),
    undefined,
  )

/** The position that the companies of a shard are to reach. */
export type ShardTarget = (shard: Shard) => LogPosition

/** Where the shards of a schema are now; of a shard that they divide further there is no one position. */
export async function targetAt(
  client: Pick<pg.ClientBase, 'query'>,
  schema: string,
): Promise<ShardTarget> {
  const served = await shardPositions(client, schema)
  return (shard) => {
    const found = served.find((each) => contains(each.shard, shard))
    if (found !== undefined) return found.position
    throw new CannotRebuild('The tables were divided into more shards meanwhile: start again.')
  }
}

/**
 * Divides a shard into halves, which continue where it is. This one statement removes its checkpoint, so
 * its leader can commit nothing any more: what it has committed before, both halves have; what it has not,
 * they project. False if there is no such shard.
 */
export async function divide(
  client: Pick<pg.ClientBase, 'query'>,
  { schema, projection, shard }: CheckpointName,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `with divided as (
       delete from ${schema}.checkpoint where name = $1 returning position, epoch, last_event
     ), halves as (
       insert into ${schema}.checkpoint (name, position, epoch, last_event)
       select half, position, epoch + 1, last_event from divided, unnest($2::text[]) as half
     )
     select pg_notify('${schema}_switched', $1) from divided`,
    [nameInShard(projection, shard), halvesOf(shard).map((half) => nameInShard(projection, half))],
  )
  return rowCount === 1
}

/** Divides the shards of a schema until none is larger than those that are wanted. */
export async function divideLike(
  client: Pick<pg.ClientBase, 'query'>,
  { schema, projection }: Pick<CheckpointName, 'schema' | 'projection'>,
  wanted: readonly Shard[],
): Promise<void> {
  for (;;) {
    const shards = (await shardPositions(client, schema)).map(({ shard }) => shard)
    const tooLarge = shards.filter((shard) =>
      wanted.some((other) => contains(shard, other) && !isSameShard(shard, other)),
    )
    if (tooLarge.length === 0) return
    for (const shard of tooLarge) await divide(client, { schema, projection, shard })
  }
}
