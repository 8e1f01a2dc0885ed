import type { Client } from 'pg'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { pause } from '#kernel/platform/timing.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { tryLock } from '#projections/runtime/leadership.ts'
import { parkedIn } from '#projections/runtime/parking/parked-in.ts'
import {
  completeSchema,
  isExactly,
  makeSchemaAnew,
  versionOf,
  versionsIn,
} from '#projections/runtime/schema.ts'
import { type Builder, openBuilder, type Sources } from './builder.ts'
import { CannotRebuild } from './cannot-rebuild.ts'
import { PROJECTION, type Schemas, schemasOf, tables } from './schemas.ts'
import { compareWithServing, type SnapshotComparison } from './snapshot.ts'
import { type Switched, switchSchemas } from './switch.ts'
import { closeClient, closeIn, openClient, positionOf } from './with-writer-blocked.ts'

/** Whoever built it may have been a moment ahead of what is served. */
const MAX_LOOKS = 20
const LOOK_AGAIN_MS = 100

export type Phase = 'building' | 'tidying' | 'comparing' | 'switching'

/** For whoever watches it. */
export interface Watch {
  readonly enter: (phase: Phase) => void
  readonly move: (position: LogPosition, target: LogPosition, events: number) => void
}

export interface RebuildOrder {
  /** The schema that readers see. */
  readonly serving: string
  /**
   * `previous` takes up what was served before the last switch, instead of building anew; `either`
   * does so where it is of this program's version.
   */
  readonly from: 'next' | 'previous' | 'either'
  /** Leaves alone what is of this program's version already. */
  readonly onlyOtherVersions?: boolean
  /** Switches to other values, too, although the version is the same. */
  readonly acceptDifferences: boolean
  readonly stop: AbortSignal
  readonly watch: Watch
}

export interface Rebuilt {
  readonly outcome: 'switched' | 'differs' | 'parked' | 'unchanged'
  readonly version: string
  /** What has been served until now. */
  readonly replaces: readonly string[]
  readonly events: number
  /** Companies that the new tables cannot show any further. */
  readonly parked: number
  readonly comparison: SnapshotComparison | undefined
  readonly switched: Switched | undefined
}

export const ourVersion = versionOf(tables)

/**
 * Builds a schema beside the one that is served, compares the two and switches. Whoever begins again
 * after a crash goes on where it stopped.
 */
export async function rebuild(sources: Sources, order: RebuildOrder): Promise<Rebuilt> {
  const schemas = schemasOf(order.serving)
  const connection = await openLeaderConnection(sources.databaseUrl, sources.logger)
  try {
    const { client } = connection
    if (!(await tryLock(client, schemas.next))) {
      throw new CannotRebuild('Somebody else is rebuilding these tables now.')
    }
    const replaces = await versionsIn(client, schemas.serving)
    if (replaces.length === 0) {
      throw new CannotRebuild('There are no tables yet: the projections make them when they start.')
    }
    if (order.onlyOtherVersions === true && isExactly(replaces, ourVersion)) {
      return { ...nothingYet(replaces), outcome: 'unchanged' }
    }
    const schema = await prepare(client, schemas, order)
    const builder = await openBuilder(sources, connection, { schema, projection: PROJECTION })
    return await replace(sources, order, { schemas, builder, replaces })
  } finally {
    await connection.close()
  }
}

/** The schema to go on with. */
async function prepare(client: Client, schemas: Schemas, order: RebuildOrder): Promise<string> {
  const { next, previous } = schemas
  const previousVersions = await versionsIn(client, previous)
  const canGoBack = isExactly(previousVersions, ourVersion)
  if (order.from === 'previous' && !canGoBack) throw cannotGoBack(previousVersions)
  if (order.from !== 'next' && canGoBack) return previous
  const isOurs = isExactly(await versionsIn(client, next), ourVersion)
  if (!isOurs || (await isUseless(client, schemas, order.stop))) {
    const made = { schema: next, projection: PROJECTION, tables }
    await makeSchemaAnew(client, made, { isBare: true })
  }
  return next
}

const cannotGoBack = (versions: readonly string[]) =>
  new CannotRebuild(
    versions.length === 0
      ? 'There are no previous tables to go back to.'
      : `The previous tables are of version ${versions.join(' and ')}, this program is of ${ourVersion}: start the projections of that version, and they go back by themselves.`,
  )

/** Events were parked that may be shown by now, or what is served does not come up to it. */
async function isUseless(
  client: Client,
  { serving, next }: Schemas,
  stop: AbortSignal,
): Promise<boolean> {
  if ((await parkedIn(client, next)).length > 0) return true
  const isAhead = async () => (await positionOf(client, next)) > (await positionOf(client, serving))
  for (let looks = 0; looks < MAX_LOOKS && !stop.aborted; looks++) {
    if (!(await isAhead())) return false
    await pause(LOOK_AGAIN_MS, stop)
  }
  return isAhead()
}

const nothingYet = (replaces: readonly string[]) => ({
  version: ourVersion,
  replaces,
  events: 0,
  parked: 0,
  comparison: undefined,
  switched: undefined,
})

interface Replacement {
  readonly schemas: Schemas
  readonly builder: Builder
  readonly replaces: readonly string[]
}

async function replace(
  sources: Sources,
  { serving, stop, watch, acceptDifferences }: RebuildOrder,
  { schemas, builder, replaces }: Replacement,
): Promise<Rebuilt> {
  const client = await openClient(sources, stop)
  const watched = (target: () => Promise<LogPosition>) => {
    let goal = START_OF_LOG
    return {
      serving,
      stop,
      target: async () => {
        goal = await target()
        return goal
      },
      moved: (position: LogPosition) => watch.move(position, goal, builder.events()),
    }
  }
  const toServing = watched(() => positionOf(client, serving))
  try {
    watch.enter('building')
    await closeIn(builder, toServing)
    watch.enter('tidying')
    await tidy(client, builder.schema)
    watch.enter('comparing')
    const comparison = await compareWithServing(sources, builder, toServing)
    const found = {
      ...nothingYet(replaces),
      comparison,
      events: builder.events(),
      parked: builder.parked(),
    }
    if (builder.parked() > 0) return { ...found, outcome: 'parked' }
    if (isExactly(replaces, ourVersion) && comparison.differences > 0 && !acceptDifferences) {
      return { ...found, outcome: 'differs' }
    }
    watch.enter('switching')
    // What is served may stand still: then readers get the latest at once.
    const toHead = watched(sources.eventStore.headOfLog)
    const switched = await switchSchemas(client, builder, schemas, toHead)
    return { ...found, events: builder.events(), outcome: 'switched', switched }
  } finally {
    await closeClient(client)
  }
}

/** The planner must know the new tables before the first reader comes. */
async function tidy(client: Client, schema: string) {
  await completeSchema(client, schema, tables)
  for (const { name } of tables) await client.query(`vacuum (analyze) ${schema}.${name}`)
}
