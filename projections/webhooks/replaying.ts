import { withoutForged } from '#kernel/platform/event-codec.ts'
import {
  type EventStore,
  type LogPlace,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import { pause } from '#kernel/platform/timing.ts'
import { publicationsOf } from '#projections/public-events/publish.ts'
import { deliveryOf, type Endpoints, isFor, type Keys } from './deliveries-of.ts'
import { companyOf } from './endpoints.ts'
import type { DeliveryStore, Replay } from './store/store.ts'

const LOOK_EVERY_MS = 2_000
const EVENTS_AT_ONCE = 1_000

interface Replaying {
  readonly store: DeliveryStore
  readonly eventStore: Pick<EventStore, 'readLog'>
  readonly endpoints: Endpoints
  readonly vault: Keys
  readonly logger: Logger
  readonly stop: AbortSignal
  /** Something waits for the endpoint. */
  readonly added: (endpointId: string) => void
}

/** Does the replays that are asked for, one after the other, until it is stopped. */
export async function keepReplaying(replaying: Replaying): Promise<void> {
  const { endpoints, store, stop } = replaying
  while (!stop.aborted) {
    const replay = endpoints.size === 0 ? undefined : await store.nextReplay()
    if (replay === undefined) await pause(LOOK_EVERY_MS, stop)
    else await doReplay(replaying, replay)
  }
}

/** A replay that is interrupted goes on where it was. */
async function doReplay(replaying: Replaying, replay: Replay) {
  const { endpoints, eventStore, stop } = replaying
  let part: StoredEvent[] = []
  for await (const event of eventStore.readLog(replay.reached.position)) {
    if (stop.aborted || endpoints.get(replay.endpointId)?.isEnabled !== true) return
    if (event.position > replay.upTo) break
    part.push(event)
    if (part.length < EVENTS_AT_ONCE) continue
    await add(replaying, replay, { part, reached: placeBehind(event) })
    part = []
  }
  await add(replaying, replay, { part, reached: undefined })
}

interface Part {
  readonly part: readonly StoredEvent[]
  readonly reached: LogPlace | undefined
}

async function add(
  { store, endpoints, vault, logger, added }: Replaying,
  replay: Replay,
  { part, reached }: Part,
) {
  const endpoint = endpoints.get(replay.endpointId)
  if (endpoint === undefined) return
  const wanted = part.filter(
    (event) => companyOf(event) === endpoint.companyId && recordedAtOf(event) >= replay.since,
  )
  const published = await publicationsOf(vault, withoutForged(wanted, logger))
  const deliveries = published
    .filter((publication) => isFor(endpoint, publication))
    .map((publication) => deliveryOf(publication, endpoint))
  await store.addAgain(replay, { deliveries, reached })
  added(endpoint.id)
}

const recordedAtOf = ({ metadata }: StoredEvent) => Date.parse(String(metadata['recordedAt']))
