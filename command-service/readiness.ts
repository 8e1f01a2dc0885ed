import type pg from 'pg'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import type { EventStore, LogPlace } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { FollowedKeys } from '#kernel/platform/vault/follow-destroyed-keys.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import { checkingEvents } from './event-sourcing/last-event.ts'
import { untilOwnLog } from './event-sourcing/own-log.ts'
import { processStates } from './event-sourcing/process-state.ts'
import type { RunningProcesses } from './event-sourcing/running-processes.ts'
import { placeOfReadModels } from './read-models.ts'

/** How long a request waits for keys and settings to load; its key may turn out to be valid. */
const STARTING_PATIENCE_MS = 10_000
const RETRY_AFTER_SECONDS = 2

/**
 * Resolves once the log is the one that the command service and the read models followed before. A place
 * that is kept outside the database was not put back with it.
 */
export async function confirmedLog(
  pool: pg.Pool,
  eventStore: EventStore,
  run: {
    readonly logger: Logger
    readonly signal: AbortSignal
    readonly outside: readonly LogPlace[]
  },
): Promise<void> {
  const states = await processStates(pool)
  const places = [...(await states.places()), ...[(await placeOfReadModels(pool)) ?? []].flat()]
  const outside = checkingEvents(eventStore)
  await Promise.all([
    ...run.outside.map((place) => untilOwnLog(outside, place, run)),
    ...places.map((place) => untilOwnLog(eventStore, place, run)),
  ])
}

/** Resolves when keys can be checked: all facts are loaded and the log is ours. Throws Unavailable otherwise. */
export function whenKnown(
  { anotherLog }: Pick<EventStore, 'anotherLog'>,
  facts: readonly Promise<void>[],
): () => Promise<void> {
  const all = Promise.all(facts)
  const isKnown = settled(all)
  return async () => {
    if (!isKnown()) {
      await answerWithin(STARTING_PATIENCE_MS, all).catch((error: unknown) => {
        throw new Unavailable('the service is starting', RETRY_AFTER_SECONDS, { cause: error })
      })
    }
    const finding = anotherLog()
    if (finding !== undefined) throw finding
  }
}

type Watched = Pick<EventStore, 'anotherLog' | 'standstills'> &
  Pick<RunningProcesses, 'clockFault' | 'heartbeatFault'> &
  Pick<FollowedKeys, 'keysFault'>

/** Why the service is not ready: the names of unfinished start-up work, and followers that stand still. */
export function missingOf(
  { anotherLog, standstills, clockFault, heartbeatFault, keysFault }: Watched,
  awaited: Readonly<Record<string, Promise<void>>>,
) {
  const parts = Object.entries(awaited).map(([name, work]) => ({ name, isThere: settled(work) }))
  return async () => {
    const finding = anotherLog()?.message
    const missing = parts.filter(({ isThere }) => !isThere()).map(({ name }) => name)
    const still = standstills().map(({ reason }) => reason)
    const log = finding === undefined ? [] : [`event store: ${finding}`]
    return [
      ...log,
      ...missing,
      ...still,
      ...[heartbeatFault, clockFault, keysFault].flatMap((fault) => fault() ?? []),
    ]
  }
}

function settled(promise: Promise<unknown>): () => boolean {
  let isSettled = false
  promise.then(
    () => (isSettled = true),
    () => undefined,
  )
  return () => isSettled
}
