import {
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  streamNameFilter,
} from '@eventstore/db-client'
import type { EventMacs, LogSubscription, StoredEvent } from './event-store.ts'
import { type LogPosition, logPosition } from './log-position.ts'
import { clientPosition } from './reader.ts'
import { storedEvent } from './stored-event.ts'

interface LoneReadingOptions {
  readonly client: EventStoreDBClient
  readonly after: LogPosition
  readonly wanted: Pick<LogSubscription, 'streamPrefixes'>
  readonly macs: EventMacs
}

interface Listener {
  /** A sign of life. */
  readonly heard: () => void
  readonly receive: (event: StoredEvent) => void
  /** Behind the events that are read already, there is nothing wanted up to this position. */
  readonly checkpoint: (position: LogPosition) => void
  /** The store says that it has delivered all events it had. */
  readonly caughtUp: () => void
  readonly drop: (reason: Error) => void
}

/** A subscription of one feed alone; the store waits while it is paused. */
export interface LoneReading {
  readonly pause: () => void
  readonly resume: () => void
  readonly isPaused: () => boolean
  /** Whether all events that have come have been given to the listener. */
  readonly isDrained: () => boolean
  /** The listener hears nothing after this. */
  readonly close: () => void
}

/** With prefixes the store filters, and reports its position; without, it sends all events. */
export function readAlone(
  { client, after, wanted, macs }: LoneReadingOptions,
  listener: Listener,
): LoneReading {
  let isOpen = true
  const whileOpen = (act: () => void) => {
    if (isOpen) act()
  }
  const fromPosition = clientPosition(after)
  const filter =
    wanted.streamPrefixes &&
    streamNameFilter({
      prefixes: [...wanted.streamPrefixes],
      checkpointReached: (_subscription, { commit }) =>
        whileOpen(() => {
          listener.heard()
          listener.checkpoint(logPosition(commit))
        }),
    })
  const source =
    filter === undefined
      ? client.subscribeToAll({ fromPosition })
      : client.subscribeToAll({ fromPosition, filter })
  source.on('data', (resolved: AllStreamResolvedEvent) =>
    whileOpen(() => {
      listener.heard()
      const event = storedEvent(resolved, macs)
      if (event !== undefined) listener.receive(event)
    }),
  )
  source.on('confirmation', () => whileOpen(listener.heard))
  source.on('caughtUp', () => whileOpen(listener.caughtUp))
  source.on('error', (error) => whileOpen(() => listener.drop(error)))
  source.on('end', () =>
    whileOpen(() => listener.drop(new Error('the store ended the subscription'))),
  )
  return {
    pause: () => void source.pause(),
    resume: () => void source.resume(),
    isPaused: () => source.isPaused(),
    isDrained: () => source.readableLength === 0,
    close: () => {
      isOpen = false
      source.unsubscribe().catch(() => undefined)
    },
  }
}
