import { Unavailable } from '#kernel/domain/unavailable.ts'
import { type LogPosition, START_OF_LOG } from './log-position.ts'

const RETRY_AFTER_SECONDS = 2
const RETRY_LATER_SECONDS = 60

export type JsonObject = { readonly [key: string]: unknown }

export interface NewEvent {
  /** A UUID; the same id again marks the same write, never another one. */
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: JsonObject
}

interface LocatedEvent extends NewEvent {
  readonly stream: string
  readonly revision: bigint
}

export interface StoredEvent extends LocatedEvent {
  /** Increases with every event, never reused. */
  readonly position: LogPosition
  /** Whether it has a valid MAC: whether Sarraf wrote it, just so and just there. */
  readonly isGenuine: boolean
}

/** Marks what Sarraf writes and recognizes it when it is read. */
export interface EventMacs {
  readonly sign: (stream: string, revision: bigint, event: NewEvent) => NewEvent
  readonly isGenuine: (event: LocatedEvent) => boolean
}

/** Where an event is. In each store that holds a log, the stream, revision and id of an event are the same. */
export type EventReference = Pick<StoredEvent, 'id' | 'stream' | 'revision' | 'position'>

export const referenceTo = ({
  id,
  stream,
  revision,
  position,
}: EventReference): EventReference => ({
  id,
  stream,
  revision,
  position,
})

/** How far a follower of the log has come. */
export interface LogPlace {
  /** Nothing is left behind up to here. */
  readonly position: LogPosition
  /** The last event known up to there, by which the log is known again; undefined before there is one. */
  readonly lastEvent: EventReference | undefined
}

/** Right behind an event. */
export const placeBehind = (event: EventReference): LogPlace => ({
  position: event.position,
  lastEvent: referenceTo(event),
})

export const BEFORE_THE_LOG: LogPlace = { position: START_OF_LOG, lastEvent: undefined }

export type ExpectedRevision = bigint | 'no_stream'

export interface Appended {
  /** Revision of the last event appended. */
  readonly revision: bigint
  readonly position: LogPosition
}

export interface StreamRead {
  /** First revision to read, inclusive; the stream's start (or end, backwards) by default. */
  readonly from?: bigint
  readonly direction?: 'forwards' | 'backwards'
  readonly maxCount: number
}

export interface Subscription {
  /** Settles when the subscription has ended for good: closed, or its handler threw (rejects). */
  readonly ended: Promise<void>
  /** Up to where the handler has seen everything that matches its filter. */
  readonly place: () => LogPlace
  /** Epoch milliseconds of the last event, checkpoint or confirmation that came in. */
  readonly lastHeardAt: () => number
  /** Stops after the batch in hand. */
  readonly close: () => Promise<void>
}

export interface LogSubscription {
  /** One follower of the log keeps its name when it subscribes again. */
  readonly name: string
  /**
   * Exclusive: the first event delivered is the first one behind it. Where its last event is not in
   * the log, or at another position, the subscription ends with AnotherLog.
   */
  readonly after: LogPlace
  /** Only streams whose names start with one of these; all but system streams when absent. */
  readonly streamPrefixes?: readonly string[]
  /** Upper bound of events handed over at once. */
  readonly maxBatch: number
  /** How far its owner has really come, where that is later than the end of `handle`. */
  readonly reached?: () => LogPosition
  /**
   * Called one batch at a time, in log order; what arrives meanwhile waits (back-pressure). `upTo` is
   * the place up to which nothing that matches is left behind; `events` may be empty when only
   * the position moved. A batch that throws ends the subscription: its owner decides what then.
   */
  readonly handle: (events: readonly StoredEvent[], upTo: LogPlace) => Promise<void>
}

/** A follower of the log that does not come on, although there is something for it. */
export interface Standstill {
  /** Of the follower. */
  readonly name: string
  /** A sentence: who stands still where, and why. */
  readonly reason: string
}

export interface EventStore {
  /**
   * Appends all or nothing, only if the stream is at `expected`. Throws RevisionConflict when it is
   * not, and EventStoreUnavailable when the store could not be reached or the outcome stays unknown
   * within the time allowed.
   */
  readonly append: (
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ) => Promise<Appended>
  /** Empty when the stream does not exist. Bounded by `maxCount`; page on from the last revision. */
  readonly readStream: (stream: string, read: StreamRead) => Promise<readonly StoredEvent[]>
  /**
   * The log behind a position (exclusive), in order, in pages as they are consumed. Throws
   * PositionNotInLog when no event begins there.
   */
  readonly readLog: (behind: LogPosition) => AsyncIterable<StoredEvent>
  /** The event that begins at a position; undefined when none does. */
  readonly eventAt: (position: LogPosition) => Promise<StoredEvent | undefined>
  /** Position of the last event in the log, START_OF_LOG when it is empty. */
  readonly headOfLog: () => Promise<LogPosition>
  /** Throws AnotherLog when the log does not have the place's last event where it was. */
  readonly checkPlace: (place: LogPlace) => Promise<void>
  /**
   * What was found when a follower's place was last compared with the log and did not fit. As long as
   * that is so, every append is refused.
   */
  readonly anotherLog: () => AnotherLog | undefined
  /** Follows the log; reconnects by itself from the last batch handled, until closed. */
  readonly subscribe: (subscription: LogSubscription) => Subscription
  /** Followers that have not come on for too long, or have had no connection for so long. */
  readonly standstills: () => readonly Standstill[]
  /** Ends subscriptions, waits for appends in flight, releases the connection. */
  readonly close: () => Promise<void>
}

export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict'
  /** Where the stream really is; undefined when it does not exist. */
  readonly actual: bigint | undefined

  constructor(stream: string, actual: bigint | undefined) {
    super(`${stream} is at revision ${actual ?? 'none'}`)
    this.actual = actual
  }
}

/** The store did not answer: the write may or may not have happened. The same request may be tried again. */
export class EventStoreUnavailable extends Unavailable {
  override readonly name = 'EventStoreUnavailable'

  constructor(message: string, options?: ErrorOptions) {
    super(message, RETRY_AFTER_SECONDS, options)
  }
}

interface Difference {
  readonly isCertain: boolean
  /** Whether the log has other events of ours. */
  readonly isOurs: boolean
}

/**
 * What a follower has seen last is not in this log, or is elsewhere in it: the log belongs to another
 * system, has been set back, or was copied here without `event-store -- move`.
 */
export class AnotherLog extends Unavailable {
  override readonly name = 'AnotherLog'
  /** `logSetBack`: it is our log, but without its last events. */
  readonly state: 'anotherLog' | 'logSetBack'
  /** False where nothing was found: a node that lags behind will have it in a moment. */
  readonly isCertain: boolean

  constructor(expected: string, found: string, { isCertain, isOurs }: Difference) {
    const state = isOurs ? 'logSetBack' : 'anotherLog'
    const what = isOurs
      ? 'the log has lost events that were read before'
      : 'this event store has another log'
    super(`${state}: ${what}: expected ${expected}, found ${found}`, RETRY_LATER_SECONDS)
    this.state = state
    this.isCertain = isCertain
  }
}

/** The store says that no event begins at a position: it comes from another log, or this one was set back. */
export class PositionNotInLog extends Error {
  override readonly name = 'PositionNotInLog'
  readonly position: LogPosition

  constructor(position: LogPosition, options?: ErrorOptions) {
    super(`no event begins at position ${position.toString()} of the log`, options)
    this.position = position
  }
}
