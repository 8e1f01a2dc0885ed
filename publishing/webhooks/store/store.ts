import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

/** Something that is to be delivered. */
export interface NewDelivery {
  readonly endpointId: string
  readonly position: LogPosition
  readonly webhookId: string
  /** What is delivered in order: the events of one record. */
  readonly record: string
  readonly type: string
  readonly body: string
}

/** The next delivery of a record. */
export interface Due extends NewDelivery {
  /** How often it was tried. */
  readonly attempts: number
}

export interface KnownEndpoint {
  readonly id: string
  readonly isEnabled: boolean
  /** It is disabled because it failed for days or answered 410. */
  readonly isGivenUp: boolean
}

export interface StoredBatch {
  readonly deliveries: readonly NewDelivery[]
  /** Those that are new or have changed. */
  readonly endpoints: readonly KnownEndpoint[]
  readonly standstills: readonly EndpointStandstill[]
  readonly upTo: LogPlace
}

/** An event cannot be read: the events after the place wait until a replay has found them. */
export interface EndpointStandstill {
  readonly endpointId: string
  readonly reached: LogPlace
  readonly failure: string
}

/** A request to deliver the events from a time on again. */
export interface Replay {
  readonly id: string
  readonly endpointId: string
  /** Epoch milliseconds. */
  readonly since: number
  /** The place that it has reached. */
  readonly reached: LogPlace
  /** Events after it are delivered without the replay. */
  readonly upTo: LogPosition
}

export interface ReplayedPart {
  readonly deliveries: readonly NewDelivery[]
  /** Undefined at its end. */
  readonly reached: LogPlace | undefined
  /** Why the event behind it cannot be read: the replay waits for a process that can. */
  readonly failure: string | null
}

export interface Attempted {
  readonly outcome: string
  /** Of an answer. */
  readonly status: number | null
  readonly durationMs: number
}

/** The place up to which the log has been distributed to the endpoints, and their waiting deliveries. */
export interface DividedLog {
  /** Undefined before the first event. */
  readonly place: () => Promise<LogPlace | undefined>
  /** All endpoints that the log had up to the place. */
  readonly endpoints: () => Promise<readonly KnownEndpoint[]>
  /**
   * Adds the deliveries of a batch of the log, and moves the place with them. Present ones stay. An
   * endpoint that has changed starts again: no failure counts, its waiting deliveries are due, and if it is
   * enabled, its replays try again to read the events that they could not read.
   */
  readonly add: (batch: StoredBatch) => Promise<void>
}

export interface KeptReplays {
  /**
   * A replay of one of these enabled endpoints that may continue now: of the next endpoint after the
   * one named, or else of the first.
   */
  readonly nextReplay: (
    endpointIds: readonly string[],
    behind: string,
  ) => Promise<Replay | undefined>
  /** Adds a part of a replay and moves it on; at its end it is removed. */
  readonly addAgain: (replay: Replay, part: ReplayedPart) => Promise<void>
  /** The replay waits, behind the others of its endpoint. */
  readonly putOff: (replay: Replay, pauseMs: number) => Promise<void>
  /** Retries events that could not be read, because a later release may read them. */
  readonly tryAgain: () => Promise<void>
}

/** The time in which an endpoint has had no success. */
export interface FailingFor {
  readonly ms: number
  /** The part of it in which a process tried. */
  readonly triedMs: number
}

export interface DeliveryFailure {
  /** How long the record waits. */
  readonly pauseMs: number
  /** Whether it counts for giving up the endpoint: otherwise the receiver works, and refuses this event. */
  readonly isOfEndpoint: boolean
}

type Records = Iterable<string>

export interface DueDeliveries {
  /**
   * The heads of an endpoint that may be sent now, oldest first, except those of some records. An event
   * that a replay has not reached yet waits for it.
   */
  readonly due: (endpointId: string, except: Records, limit: number) => Promise<readonly Due[]>
  /** The newest of them that was never tried; none while a replay runs, which keeps the log's order. */
  readonly untried: (endpointId: string, except: Records) => Promise<Due | undefined>
  /**
   * In how many milliseconds the next delivery may be sent; undefined if none waits. While a replay
   * runs, one second, because the replay may have reached a delivery by then.
   */
  readonly nextInMs: (endpointId: string, except: Records) => Promise<number | undefined>
  /** The next delivery of the record takes its place. */
  readonly delivered: (delivery: Due, attempted: Attempted) => Promise<void>
  /** Zero where it is no failure of the endpoint. */
  readonly failed: (
    delivery: Due,
    attempted: Attempted,
    failure: DeliveryFailure,
  ) => Promise<FailingFor>
  /** Excludes the time since the last attempts, in which no process ran, from the failing time. */
  readonly leaveOutDowntime: () => Promise<void>
}

export interface AttemptLog {
  /** Removes attempts older than the log keeps them. */
  readonly removeOldAttempts: () => Promise<void>
}

/** The stored deliveries. One connection uses it, one statement after the other. */
export type DeliveryStore = DividedLog & KeptReplays & DueDeliveries & AttemptLog
