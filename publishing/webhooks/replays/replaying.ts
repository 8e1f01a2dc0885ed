import {
  type EventStore,
  type LogPlace,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { logUpTo } from '#kernel/platform/event-store/log-up-to.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { withoutForged } from '#kernel/platform/recording/event-codec.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { deliveryTo, type Endpoints } from '../deliveries-of.ts'
import type { Keys } from '../endpoints/endpoint-events.ts'
import { companyOf } from '../endpoints/endpoints.ts'
import { type ReadPublication, readingsOf } from '../readable.ts'
import type { DeliveryStore } from '../store/open-store.ts'
import type { Replay } from '../store/store.ts'

const LOOK_EVERY_MS = 2_000
const EVENTS_AT_ONCE = 1_000

interface Replaying {
  readonly store: DeliveryStore
  readonly eventStore: Pick<EventStore, 'readLog'>
  readonly endpoints: Endpoints
  readonly vault: Keys
  readonly logger: Logger
  readonly stop: AbortSignal
  /** Called when a delivery waits for the endpoint. */
  readonly added: (endpointId: string) => void
}

/**
 * Carries out the requested replays until it is stopped, a part for one endpoint after the other. New events
 * for an endpoint wait only for its own replays.
 */
export async function keepReplaying(replaying: Replaying): Promise<void> {
  const { endpoints, logger, store, stop } = replaying
  let last = ''
  while (!stop.aborted) {
    const enabled = [...endpoints.values()].flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []))
    const replay = enabled.length === 0 ? undefined : await store.nextReplay(enabled, last)
    if (replay === undefined) {
      await pause(LOOK_EVERY_MS, stop)
      continue
    }
    last = replay.endpointId
    try {
      await doPart(replaying, replay)
    } catch (error) {
      if (stop.aborted) return
      logger.warn({ err: error, endpoint: last }, 'a replay failed and will be continued')
      await store.putOff(replay, LOOK_EVERY_MS)
    }
  }
}

/** Carries out the next part of a replay. */
async function doPart(replaying: Replaying, replay: Replay) {
  const { eventStore, stop } = replaying
  const part: StoredEvent[] = []
  const { reached, upTo } = replay
  for await (const event of logUpTo(eventStore, { after: reached.position, upTo })) {
    if (stop.aborted) return
    part.push(event)
    if (part.length === EVENTS_AT_ONCE) {
      return add(replaying, replay, { part, reached: placeBehind(event) })
    }
  }
  await add(replaying, replay, { part, reached: undefined })
}

interface Part {
  readonly part: readonly StoredEvent[]
  /** Undefined at the end. */
  readonly reached: LogPlace | undefined
}

/** What comes before an event that cannot be read is delivered. */
async function add(
  { store, endpoints, vault, logger, added }: Replaying,
  replay: Replay,
  { part, reached }: Part,
): Promise<void> {
  const endpoint = endpoints.get(replay.endpointId)
  if (endpoint?.isEnabled !== true) return
  const wanted = part.filter(
    (event) => companyOf(event) === endpoint.companyId && recordedAtOf(event) >= replay.since,
  )
  const readings = await readingsOf(vault, withoutForged(wanted, logger))
  const unread = unreadIn(part, readings)
  const deliveries = part
    .slice(0, unread?.index)
    .flatMap(({ position }) => readings.get(position) ?? [])
    .filter((reading) => 'event' in reading)
    .flatMap((publication) => deliveryTo(endpoint, publication) ?? [])
  if (unread === undefined) {
    await store.addAgain(replay, { deliveries, reached, failure: null })
  } else {
    const { index, failure } = unread
    const last = part[index - 1]
    const before = last === undefined ? replay.reached : placeBehind(last)
    logger.error({ endpoint: endpoint.id, failure }, 'a replay of webhooks stands still')
    await store.addAgain(replay, { deliveries, reached: before, failure })
  }
  added(endpoint.id)
}

/** The first event that cannot be read. */
function unreadIn(
  part: readonly StoredEvent[],
  readings: ReadonlyMap<LogPosition, ReadPublication>,
) {
  for (const [index, { position }] of part.entries()) {
    const reading = readings.get(position)
    if (reading !== undefined && 'failure' in reading) return { index, failure: reading.failure }
  }
  return undefined
}

const recordedAtOf = ({ metadata }: StoredEvent) => Date.parse(String(metadata['recordedAt']))
