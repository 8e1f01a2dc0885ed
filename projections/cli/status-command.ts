import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { command } from '#kernel/platform/cli/command.ts'
import { feedStatus } from '#kernel/platform/cli/feed-status.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { AnotherLog } from '#kernel/platform/event-store/event-store.ts'
import { holesOfPlace } from '#kernel/platform/event-store/holes.ts'
import { chainTally } from '#kernel/platform/log-chain/tally.ts'
import { schemasOf } from '#kernel/records/schemas.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { eventsBetween, lagOf } from '#projections/runtime/lag.ts'
import { checkpointsIn, isLocked } from '#projections/runtime/leadership.ts'
import { parkedIn } from '#projections/runtime/parking/parked-in.ts'
import { openClient } from '#projections/runtime/rebuild/with-writer-blocked.ts'
import { otherProjectorsIn, versionsIn } from '#projections/runtime/schema.ts'
import { positionOf } from '#projections/runtime/shards/checkpoints.ts'
import { shardStatuses } from './shard-statuses.ts'
import { type ProjectionSystem, withSystem } from './system.ts'

const RATE_SAMPLE_MS = 500
/** A projection is live if its lag is at most this. */
const LIVE_WITHIN_MS = 2_000

export const statusCommand = command(
  'status',
  (declared) =>
    declared.description('Prints the state of each projection, as one JSON object per line.'),
  async (_, { environment, stdout }) => {
    const status = await withSystem(findSystem(environment, 'projections'), statusOf)
    stdout.write(jsonLine(status))
    const feed = await feedStatus(environment)
    if (feed !== undefined) stdout.write(jsonLine(feed))
    return 0
  },
)

async function statusOf(system: ProjectionSystem) {
  const { serving, next, previous } = schemasOf(readModels.name)
  const client = await openClient(system)
  try {
    const versions = await versionsIn(client, serving)
    const others = {
      next: await unservedIn(client, next),
      previous: await unservedIn(client, previous),
    }
    if (versions.length === 0) {
      const head = Number(await system.eventStore.headOfLog())
      return { ...nothingYet, name: readModels.name, schema: serving, head, ...others }
    }
    const position = await positionOf(client, serving)
    const parked = await parkedIn(client, serving)
    const shards = await shardStatuses(client, serving, parked)
    const stands = {
      name: readModels.name,
      version: versions.join('+'),
      otherProjectors: await otherProjectorsIn(client, serving, readModels),
      position: Number(position),
    }
    const there = { schema: serving, parked, ...(shards.length > 1 && { shards }), ...others }
    const anotherLog = await anotherLogFor(system, client, serving)
    if (anotherLog !== undefined) {
      return {
        ...stands,
        ...unknownLag,
        state: anotherLog.state,
        failure: anotherLog.message,
        ...there,
      }
    }
    const kept = await checkpointsIn(client, serving)
    const rate = await rateIn(system, client, serving)
    const hole = await firstHole(system, client, kept)
    const { head, events, isMore, ms } = await lagOf(system.eventStore, position)
    const isOwned = shards.every((each) => each.isOwned)
    const liveState = hole === undefined ? 'live' : 'incomplete'
    const ownedState = ms < LIVE_WITHIN_MS ? liveState : 'catchingUp'
    return {
      ...stands,
      head: Number(head),
      lagEvents: events,
      lagIsMore: isMore,
      lagMs: ms,
      state: isOwned ? ownedState : 'stopped',
      ...(hole && { failure: hole.reason }),
      rate,
      ...there,
    }
  } finally {
    await client.end()
  }
}

const unknownLag = { lagEvents: null, lagIsMore: false, lagMs: null, rate: 0 }

const nothingYet = {
  version: null,
  otherProjectors: [],
  position: 0,
  ...unknownLag,
  state: 'notBuilt',
  parked: [],
}

/** What the tables lack, or the hash chain, by the checkpoints of a moment ago. */
async function firstHole(
  { eventStore }: ProjectionSystem,
  client: Client,
  kept: Awaited<ReturnType<typeof checkpointsIn>>,
) {
  const tally = chainTally(client)
  for (const { name, place } of kept) {
    const [hole] = await holesOfPlace(name, place, { tally, eventStore })
    if (hole !== undefined) return hole
  }
  return undefined
}

/** Whether the event store holds another log than the one that the tables were built from. */
async function anotherLogFor({ eventStore }: ProjectionSystem, client: Client, schema: string) {
  try {
    for (const { place } of await checkpointsIn(client, schema)) await eventStore.checkPlace(place)
  } catch (error) {
    if (error instanceof AnotherLog) return error
    throw error
  }
  return undefined
}

/** The present rate, in events per second. */
async function rateIn(
  { eventStore }: ProjectionSystem,
  client: Client,
  schema: string,
): Promise<number> {
  const [before, startedAt] = [await positionOf(client, schema), performance.now()]
  await pause(RATE_SAMPLE_MS)
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await positionOf(client, schema)
  const { events } = await eventsBetween(eventStore, [before, after])
  return Math.round(events / seconds)
}

/** A schema that is not served; null if there is none. */
async function unservedIn(client: Client, schema: string) {
  const versions = await versionsIn(client, schema)
  if (versions.length === 0) return null
  const position = Number(await positionOf(client, schema))
  const parked = await parkedIn(client, schema)
  const isInHand = await isLocked(client, schema)
  const otherProjectors = await otherProjectorsIn(client, schema, readModels)
  return { schema, version: versions.join('+'), otherProjectors, position, isInHand, parked }
}
