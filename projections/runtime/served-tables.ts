import type pg from 'pg'
import {
  AnotherLog,
  type EventStore,
  type LogPlace,
} from '#kernel/platform/event-store/event-store.ts'
import { schemasOf } from '#kernel/records/schemas.ts'
import type { ProjectionDefinition } from './definition.ts'
import { lagOf } from './lag.ts'
import { checkpointIn, isLocked } from './leadership.ts'
import { type ParkedCompany, parkedIn } from './parking/parked-in.ts'
import { otherProjectorsIn, versionsIn } from './schema.ts'

/** A projection is live if its lag is at most this. */
const LIVE_WITHIN_MS = 2_000

export interface TableSources {
  readonly client: pg.ClientBase
  readonly eventStore: Pick<EventStore, 'readLog' | 'headOfLog' | 'checkPlace'>
  readonly definition: ProjectionDefinition
}

/** The tables that readers see, from outside the process that writes them. */
export async function servedTables(sources: TableSources) {
  const { client, eventStore, definition } = sources
  const { serving } = schemasOf(definition.name)
  const versions = await versionsIn(client, serving)
  const name = definition.name
  if (versions.length === 0) {
    const head = Number(await eventStore.headOfLog())
    return { name, ...nothingYet, schema: serving, head }
  }
  const place = await checkpointIn(client, serving)
  const parked: readonly ParkedCompany[] = await parkedIn(client, serving)
  const stands = {
    name,
    version: versions.join('+'),
    otherProjectors: await otherProjectorsIn(client, serving, definition),
    position: Number(place.position),
  }
  const anotherLog = await anotherLogFor(sources, place)
  if (anotherLog !== undefined) {
    const { state, message: failure } = anotherLog
    return { ...stands, ...unknownLag, state, failure, parked }
  }
  const { head, events, isMore, ms } = await lagOf(eventStore, place.position)
  const isOwned = await isLocked(client, serving)
  const ownedState = ms < LIVE_WITHIN_MS ? 'live' : 'catchingUp'
  const state: 'live' | 'catchingUp' | 'stopped' = isOwned ? ownedState : 'stopped'
  const lag = { head: Number(head), lagEvents: events, lagIsMore: isMore, lagMs: ms }
  return { ...stands, ...lag, state, parked }
}

const unknownLag = { lagEvents: null, lagIsMore: false, lagMs: null }

const nothingYet = {
  version: null,
  otherProjectors: [],
  position: 0,
  ...unknownLag,
  state: 'notBuilt' as const,
  parked: [],
}

/** Whether the event store holds another log than the one that the tables were built from. */
async function anotherLogFor({ eventStore }: TableSources, place: LogPlace) {
  try {
    await eventStore.checkPlace(place)
  } catch (error) {
    if (error instanceof AnotherLog) return error
    throw error
  }
  return undefined
}
