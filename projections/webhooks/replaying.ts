import { withoutForged } from '#kernel/platform/event-codec.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import { pause } from '#kernel/platform/timing.ts'
import { publicationsOf } from '#projections/public-events/publish.ts'
import { deliveriesOf, type Endpoints, type Keys } from './deliveries-of.ts'
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
  const { eventStore, stop } = replaying
  let part: StoredEvent[] = []
  for await (const event of eventStore.readLog(replay.reached)) {
    if (stop.aborted) return
    if (event.position > replay.upTo) break
    if (recordedAtOf(event) >= replay.since) part.push(event)
    if (part.length < EVENTS_AT_ONCE) continue
    await add(replaying, replay, { part, reached: event.position, isLast: false })
    part = []
  }
  await add(replaying, replay, { part, reached: replay.upTo, isLast: true })
}

interface Part {
  readonly part: readonly StoredEvent[]
  readonly reached: LogPosition
  readonly isLast: boolean
}

async function add(
  { store, endpoints, vault, logger, added }: Replaying,
  replay: Replay,
  { part, reached, isLast }: Part,
) {
  const published = await publicationsOf(vault, withoutForged(part, logger))
  const deliveries = published
    .flatMap((publication) => deliveriesOf(publication, endpoints))
    .filter(({ endpointId }) => endpointId === replay.endpointId)
  await store.addAgain(replay, { deliveries, reached, isLast })
  added(replay.endpointId)
}

const recordedAtOf = ({ metadata }: StoredEvent) => Date.parse(String(metadata['recordedAt']))
