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
