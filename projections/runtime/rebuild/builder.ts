import type { EventStore, LogSubscription } from '#kernel/platform/event-store/event-store.ts'
import { follow } from '#kernel/platform/event-store/follow.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { notBeyond } from '#kernel/platform/event-store/not-beyond.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { VaultReader } from '#kernel/platform/vault/vault.ts'
import { applyOrPark } from '#projections/runtime/bisect.ts'
import type { ProjectionDefinition } from '#projections/runtime/definition.ts'
import { startFlow } from '#projections/runtime/flow.ts'
import type { LeaderConnection } from '#projections/runtime/leader-connection.ts'
import { beginTerm, checkpointMove } from '#projections/runtime/leadership.ts'
import { openParking } from '#projections/runtime/parking/parking.ts'
import { autovacuumKeepsUp } from '#projections/runtime/statistics.ts'

const MAX_BATCH = 1_000

/** A projection, the log that it is made from, and the database of its tables. */
export interface ProjectionSources {
  readonly definition: ProjectionDefinition
  readonly databaseUrl: string
  readonly eventStore: Pick<EventStore, 'subscribe' | 'headOfLog'>
  readonly vault: VaultReader
  readonly logger: Logger
}

/** Fills a schema that is not served yet. */
export interface Builder {
  readonly schema: string
  readonly position: () => LogPosition
  /** How many events it has read. */
  readonly events: () => number
  /** The number of parked companies. */
  readonly parked: () => number
  /** Projects until the tables are at exactly this position; never back. */
  readonly projectUpTo: (target: LogPosition, going?: Going) => Promise<void>
}

export interface Going {
  readonly stop?: AbortSignal
  readonly moved?: ((position: LogPosition) => void) | undefined
}

/** The schema must exist, and the connection must hold its lock. */
export async function openBuilder(
  { definition, eventStore, vault, logger }: ProjectionSources,
  { client, lost }: LeaderConnection,
  schema: string,
): Promise<Builder> {
  const place = { schema, projection: definition.name }
  const term = await beginTerm(client, place)
  const checkpoint = checkpointMove(place, term)
  const { all: tables, projectorOf, independentCategories } = definition.open(schema, vault.rowMac)
  const parking = await openParking(client, { ...place, logger, independentCategories })
  const writer = { client, tables, checkpoint, parking, statistics: autovacuumKeepsUp }
  const reading = { projectorOf, vault, skipped: () => undefined }
  let { place: reached } = term
  let count = 0

  async function projectUpTo(
    target: LogPosition,
    { stop = new AbortController().signal, moved }: Going = {},
  ) {
    if (target <= reached.position) return
    const arrived = Promise.withResolvers<undefined>()
    const flow = startFlow({
      reading,
      maxBatch: MAX_BATCH,
      write: async ({ events, upTo, count: read }) => {
        if (upTo.position <= reached.position) return
        await applyOrPark(writer, { events, from: reached, upTo })
        reached = upTo
        count += read
        moved?.(reached.position)
        if (reached.position >= target) arrived.resolve(undefined)
      },
    })
    const partOf = notBeyond(target, reached)
    // Without a filter every event advances the position, however few are ours.
    const wanted: LogSubscription = {
      name: schema,
      after: reached,
      maxBatch: flow.maxBatch,
      handle: (events, upTo) => flow.handle(...partOf(events, upTo)),
    }
    await follow(eventStore, wanted, {
      stop,
      ends: [arrived.promise, flow.ended, lost],
      closing: flow.close,
    })
    if (stop.aborted || reached.position < target) throw new Stopped('the work was stopped')
  }

  return {
    schema,
    position: () => reached.position,
    events: () => count,
    parked: () => parking.companies().length,
    projectUpTo,
  }
}

export class Stopped extends Error {
  override readonly name = 'Stopped'
}
