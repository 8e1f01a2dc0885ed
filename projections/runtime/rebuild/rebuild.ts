import type { Client } from 'pg'
import { AnotherLog, type EventStore } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { pause } from '#kernel/platform/timing.ts'
import { type Schemas, schemasOf } from '#kernel/records/schemas.ts'
import type { Table } from '#kernel/records/table.ts'
import type { ProjectionDefinition } from '#projections/runtime/definition.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { checkpointsIn, tryLock } from '#projections/runtime/leadership.ts'
import { parkedIn } from '#projections/runtime/parking/parked-in.ts'
import {
  completeSchema,
  isExactly,
  makeSchemaAnew,
  versionOf,
  versionsIn,
} from '#projections/runtime/schema.ts'
import {
  divideLike,
  shardPositions,
  type Target,
  targetAt,
} from '#projections/runtime/shards/checkpoints.ts'
import type { Sources } from './builder.ts'
import { openSchemaBuilder, type SchemaBuilder } from './schema-builder.ts'
import { compareWithServing, type SnapshotComparison } from './snapshot.ts'
import { type Switched, switchSchemas } from './switch.ts'
import { closeClient, closeIn, openClient } from './with-writer-blocked.ts'

/** The process that built it may have been a moment ahead of the served tables. */
const MAX_POLLS = 20
const POLL_EVERY_MS = 100

export type Phase = 'building' | 'tidying' | 'comparing' | 'switching'

/** Receives the progress. */
export interface Watch {
  readonly enter: (phase: Phase) => void
  readonly move: (position: LogPosition, target: LogPosition, events: number) => void
}

export interface RebuildOrder {
  /** The schema that readers see. */
  readonly serving: string
  /**
   * `previous` continues with the tables that were served before the last switch instead of building
   * new ones; `either` does so if they are of this program's version.
   */
  readonly from: 'next' | 'previous' | 'either'
  /** Does nothing if the served tables are of this program's version. */
  readonly onlyOtherVersions?: boolean
  /** Switches although tables of the same version differ. */
  readonly acceptDifferences: boolean
  readonly stop: AbortSignal
  readonly watch: Watch
}

export interface Rebuilt {
  readonly outcome: 'switched' | 'differs' | 'parked' | 'unchanged'
  readonly version: string
  /** The versions that have been served until now. */
  readonly replaces: readonly string[]
  readonly events: number
  /** Companies that are parked in the new tables. */
  readonly parked: number
  readonly comparison: SnapshotComparison | undefined
  readonly switched: Switched | undefined
}

/** A rebuild for the log and the command line; rows and keys are left out. */
export const summaryOf = ({ replaces, comparison, switched, ...rebuilt }: Rebuilt) => ({
  ...rebuilt,
  replaces: replaces.join('+'),
  position: Number(switched?.position ?? comparison?.position ?? START_OF_LOG),
  rows: comparison?.rows ?? 0,
  differences: comparison?.differences ?? 0,
  writerWaitedMs: Math.round(
    Math.max(comparison?.writerWaitedMs ?? 0, switched?.writerWaitedMs ?? 0),
  ),
  readersWaitedMs: Math.round(switched?.readersWaitedMs ?? 0),
})

export interface RebuildSources extends Sources {
  readonly eventStore: Pick<EventStore, 'subscribe' | 'headOfLog' | 'checkPlace'>
}

/**
 * Builds a schema next to the one that is served, compares the two and switches. After a crash the
 * next call continues where this one stopped.
 */
export async function rebuild(sources: RebuildSources, order: RebuildOrder): Promise<Rebuilt> {
  const { definition } = sources
  const schemas = schemasOf(order.serving)
  const version = versionOf(definition)
  const connection = await openLeaderConnection(sources.databaseUrl, sources.logger)
  try {
    const { client } = connection
    if (!(await tryLock(client, schemas.next))) {
      throw new CannotRebuild('Another process is rebuilding these tables now.')
    }
    const replaces = await versionsIn(client, schemas.serving)
    if (replaces.length === 0) {
      throw new CannotRebuild(
        'There are no tables yet: the projections create them when they start.',
      )
    }
    if (order.onlyOtherVersions === true && isExactly(replaces, version)) {
      return { ...nothingYet, version, replaces, outcome: 'unchanged' }
    }
    const schema = await prepare(client, { schemas, definition }, order)
    const served = (await shardPositions(client, schemas.serving)).map(({ shard }) => shard)
    await divideLike(client, { schema, projection: definition.name }, served)
    const builder = await openSchemaBuilder(sources, connection, schema)
    try {
      return await replace(sources, order, { schemas, builder, version, replaces })
    } finally {
      await builder.close()
    }
  } finally {
    await connection.close()
  }
}

interface Candidates {
  readonly schemas: Schemas
  readonly definition: ProjectionDefinition
}

/** The schema to continue with. */
async function prepare(
  client: Client,
  { schemas, definition }: Candidates,
  order: RebuildOrder,
): Promise<string> {
  const { next, previous } = schemas
  const version = versionOf(definition)
  const previousVersions = await versionsIn(client, previous)
  const canGoBack = isExactly(previousVersions, version)
  if (order.from === 'previous' && !canGoBack) throw cannotGoBack(previousVersions, version)
  if (order.from !== 'next' && canGoBack) return previous
  const isOurs = isExactly(await versionsIn(client, next), version)
  if (!isOurs || (await isUseless(client, schemas, order.stop))) {
    await makeSchemaAnew(client, next, definition, { isBare: true })
  }
  return next
}

const cannotGoBack = (versions: readonly string[], version: string) =>
  new CannotRebuild(
    versions.length === 0
      ? 'There are no previous tables to go back to.'
      : `The previous tables are of version ${versions.join(' and ')}, this program is of ${version}: start the projections of that version, and they go back by themselves.`,
  )

/** Whether it holds parked events, which may be projected by now, or stays ahead of the served tables. */
async function isUseless(
  client: Client,
  { serving, next }: Schemas,
  stop: AbortSignal,
): Promise<boolean> {
  if ((await parkedIn(client, next)).length > 0) return true
  const isAhead = async () => {
    const target = await targetAt(client, serving)
    return (await shardPositions(client, next)).some(
      ({ shard, position }) => position > target(shard),
    )
  }
  for (let poll = 0; poll < MAX_POLLS && !stop.aborted; poll++) {
    if (!(await isAhead())) return false
    await pause(POLL_EVERY_MS, stop)
  }
  return isAhead()
}

const nothingYet = { events: 0, parked: 0, comparison: undefined, switched: undefined }

interface Replacement {
  readonly schemas: Schemas
  readonly builder: SchemaBuilder
  readonly version: string
  readonly replaces: readonly string[]
}

async function replace(
  sources: RebuildSources,
  { serving, stop, watch, acceptDifferences }: RebuildOrder,
  { schemas, builder, version, replaces }: Replacement,
): Promise<Rebuilt> {
  const client = await openClient(sources, stop)
  const watched = (target: () => Promise<Target>) => {
    let goal = START_OF_LOG
    return {
      serving,
      stop,
      target: async () => {
        const found = await target()
        goal = builder.lastOf(found)
        return found
      },
      moved: (position: LogPosition) => watch.move(position, goal, builder.events()),
    }
  }
  const toServing = watched(() => targetAt(client, serving))
  const toHead = watched(async () => {
    const head = await sources.eventStore.headOfLog()
    return () => head
  })
  try {
    const isAheadOfLog = await areAheadOfLog(sources, client, { serving, acceptDifferences })
    watch.enter('building')
    await closeIn(builder, isAheadOfLog ? toHead : toServing)
    watch.enter('tidying')
    await complete(client, builder.schema, sources.definition.tables)
    watch.enter('comparing')
    const comparison = isAheadOfLog
      ? undefined
      : await compareWithServing(sources, builder, toServing)
    const found = {
      ...nothingYet,
      version,
      replaces,
      comparison,
      events: builder.events(),
      parked: builder.parked(),
    }
    if (builder.parked() > 0) return { ...found, outcome: 'parked' }
    const differences = comparison?.differences ?? 0
    if (isExactly(replaces, version) && differences > 0 && !acceptDifferences) {
      return { ...found, outcome: 'differs' }
    }
    watch.enter('switching')
    // The served tables may stand still; the new ones go up to the head.
    const switched = await switchSchemas(client, builder, schemas, { ...toHead, isAheadOfLog })
    return { ...found, events: builder.events(), outcome: 'switched', switched }
  } finally {
    await closeClient(client)
  }
}

/** Whether the served tables show events that the log has lost. They are given up only on request. */
async function areAheadOfLog(
  { eventStore }: RebuildSources,
  client: Client,
  { serving, acceptDifferences }: Pick<RebuildOrder, 'serving' | 'acceptDifferences'>,
): Promise<boolean> {
  try {
    for (const place of await checkpointsIn(client, serving)) {
      if (place.lastEvent !== undefined) await eventStore.checkPlace(place)
    }
    return false
  } catch (error) {
    if (!(error instanceof AnotherLog)) throw error
    if (error.state !== 'logSetBack') throw new CannotRebuild(`${error.message}.`, { cause: error })
    if (acceptDifferences) return true
    throw new CannotRebuild(
      `${error.message}. Restore the log, or give up what it has lost with --accept-differences.`,
      { cause: error },
    )
  }
}

/** The planner needs statistics of the new tables before the first reader comes. */
async function complete(client: Client, schema: string, tables: readonly Table[]) {
  await completeSchema(client, schema, tables)
  for (const { name } of tables) await client.query(`vacuum (analyze) ${schema}.${name}`)
}
