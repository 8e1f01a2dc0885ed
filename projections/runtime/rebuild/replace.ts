import type { Client } from 'pg'
import { AnotherLog } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { Schemas } from '#kernel/records/schemas.ts'
import type { Table } from '#kernel/records/table.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import { checkpointIn } from '#projections/runtime/leadership.ts'
import { completeSchema, isExactly } from '#projections/runtime/schema.ts'
import type { Builder } from './builder.ts'
import type { RebuildOrder, RebuildSources } from './order.ts'
import { nothingYet, type Rebuilt } from './rebuilt.ts'
import { compareWithServing } from './snapshot.ts'
import { switchSchemas } from './switch.ts'
import { closeClient, closeIn, openClient } from './with-writer-blocked.ts'

interface Replacement {
  readonly schemas: Schemas
  readonly builder: Builder
  readonly version: string
  readonly replaces: readonly string[]
}

/** Fills the new tables, compares them with the served ones and switches. */
export async function replace(
  sources: RebuildSources,
  { serving, stop, watch, acceptDifferences }: RebuildOrder,
  { schemas, builder, version, replaces }: Replacement,
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
  const toServing = watched(async () => (await checkpointIn(client, serving)).position)
  const toHead = watched(sources.eventStore.headOfLog)
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
    const place = await checkpointIn(client, serving)
    if (place.lastEvent !== undefined) await eventStore.checkPlace(place)
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
