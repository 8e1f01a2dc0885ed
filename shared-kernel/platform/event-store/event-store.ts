import { Unavailable } from '#kernel/domain/unavailable.ts'
import { type LogPosition, START_OF_LOG } from './log-position.ts'
import type { LogRead, LogReadBack } from './log-read.ts'
import type { Standstill } from './standstill-report.ts'
import type { StreamDamage } from './stream-damage.ts'

export type { LogRead, LogReadBack } from './log-read.ts'

const RETRY_AFTER_SECONDS = 2
const RETRY_LATER_SECONDS = 60

export type JsonObject = { readonly [key: string]: unknown }

export interface NewEvent {
  /** A UUID. A repeated id means a repeated write, never another one. */
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: JsonObject
}

interface LocatedEvent extends NewEvent {
  readonly stream: string
  readonly revision: bigint
}

/** An event with its place in the log. */
export interface PlacedEvent extends LocatedEvent {
  /** Increases with every event, never reused. */
  readonly position: LogPosition
  /** Whether its MAC is valid: Sarraf wrote this content at this revision of this stream. */
  readonly isGenuine: boolean
}

/** An event as the store gives it. */
export interface StoredEvent extends PlacedEvent {
  /** When the store wrote it, in milliseconds by the store's clock. */
  readonly storedAt: number
  /** It is another program's: only readers that ask for neighbours get such events. */
  readonly isNeighbours?: true
}

/** Signs the events that Sarraf writes, and checks the events that it reads. */
export interface EventMacs {
  readonly sign: (stream: string, revision: bigint, event: NewEvent) => NewEvent
  /** A reader that has the texts of the store passes them as `stored`, and saves serializing them again. */
  readonly isGenuine: (event: LocatedEvent, stored?: EventTexts) => boolean
  /** Whether a stream is named as one of ours; other programs may use the same names. */
  readonly isNamedAsOurs: (stream: string) => boolean
  /** How the names of our streams begin; undefined where every stream is ours. */
  readonly streamPrefixes?: readonly string[]
}

/** The JSON of an event as the store keeps it. */
export interface EventTexts {
  readonly data: string
  readonly metadata: string
}

/** Where an event is. In each store that holds a log, the stream, revision and id of an event are the same. */
export type EventReference = Pick<StoredEvent, 'id' | 'stream' | 'revision' | 'position'>

export const referenceTo = ({ id, stream, revision, position }: EventReference) =>
  ({ id, stream, revision, position }) satisfies EventReference

/** How far a follower has processed the log. */
export interface LogPlace {
  /** Everything up to this position is processed. */
  readonly position: LogPosition
  /**
   * The last known event of ours up to this position; undefined before the first one. The log is recognised
   * by it, and read on from it, as what stood at the position may be deleted.
   */
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
  /** Resolves when the subscription is closed; rejects when it has ended with an error. */
  readonly ended: Promise<void>
  /** The handler has received everything up to this place that matches the filter. */
  readonly place: () => LogPlace
  /** Epoch milliseconds of the last event, checkpoint or confirmation that came in. */
  readonly lastHeardAt: () => number
  /** Stops after the current batch. */
  readonly close: () => Promise<void>
}

export interface LogSubscription extends LogRead {
  /** A follower of the log subscribes under the same name each time. */
  readonly name: string
  /**
   * Exclusive: the first event delivered is the first one after it. If its last event is not in the
   * log, or at another position, the subscription ends with AnotherLog.
   */
  readonly after: LogPlace
  /** Only streams whose names start with one of these; all of ours when absent. */
  readonly streamPrefixes?: readonly string[]
  /**
   * These are most of the log: once it has caught up, it shares one reading of the log with others of
   * this process, as followers without prefixes do.
   */
  readonly mostOfTheLog?: true
  /** Upper bound of events handed over at once. */
  readonly maxBatch: number
  /** The owner's own progress, if it processes events after `handle` has returned. */
  readonly reached?: () => LogPosition
  /**
   * Called one batch at a time, in log order; later events wait (back-pressure). All matching events
   * up to `upTo` have been delivered; `events` may be empty when only the position moved. If it
   * throws, the subscription ends, and its owner decides what to do.
   */
  readonly handle: (events: readonly StoredEvent[], upTo: LogPlace) => Promise<void>
}

export interface EventStore {
  /**
   * Appends all events or none, only if the stream is at `expected`. Throws RevisionConflict if it is
   * not, and EventStoreUnavailable if the store cannot be reached or the outcome is still unknown
   * when time is up. `sending` is called before anything is sent: until then nothing can be written.
   */
  readonly append: (
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    sending?: () => void,
  ) => Promise<Appended>
  /** Empty if the stream does not exist. Returns at most `maxCount` events. */
  readonly readStream: (stream: string, read: StreamRead) => Promise<readonly StoredEvent[]>
  /**
   * Our events after a position (exclusive), in order; the next page is read when it is needed. Throws
   * PositionNotInLog if no event begins there.
   */
  readonly readLog: (behind: LogPosition, which?: LogRead) => AsyncIterable<StoredEvent>
  /** Our events, the last one first; the next page is read when it is needed. */
  readonly readLogBack: (which: LogReadBack) => AsyncIterable<StoredEvent>
  /** The event that begins at a position; undefined if there is none. */
  readonly eventAt: (position: LogPosition) => Promise<StoredEvent | undefined>
  /** Position of the last event in the log, START_OF_LOG when it is empty. */
  readonly headOfLog: () => Promise<LogPosition>
  /** Throws AnotherLog if the place's last event is not where it was. */
  readonly checkPlace: (place: LogPlace) => Promise<void>
  /**
   * The finding, if a follower's place, or what was signed, did not match the log at the last comparison.
   * Until a comparison matches, every append is refused.
   */
  readonly anotherLog: () => AnotherLog | undefined
  /** The last event that was certainly in the log, read or written; undefined before the first. */
  readonly lastSeen: () => EventReference | undefined
  /** Follows the log until closed; after a lost connection it continues behind the last handled batch. */
  readonly subscribe: (subscription: LogSubscription) => Subscription
  /** Streams named as ours that somebody deleted, cut or tombstoned. The store looks through its whole log. */
  readonly damagedStreams: () => Promise<readonly StreamDamage[]>
  /** How many damaged streams were met where they were needed; one that is whole again no longer counts. */
  readonly metDamages: () => number
  /** Followers that have made no progress, or had no connection, for too long, or that were not given events. */
  readonly standstills: () => readonly Standstill[]
  /** By how much this machine's clock is ahead of the store's, as far as a connection that writes knows. */
  readonly clockOffsetMs: () => number
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

/** The store did not answer: the write may or may not have happened. The caller may repeat the same request. */
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
 * The last event that a follower has seen is not in this log, or at another position: the log belongs
 * to another system, has been set back, or was copied without `event-store -- move`.
 */
export class AnotherLog extends Unavailable {
  override readonly name = 'AnotherLog'
  /** `logSetBack`: it is our log, but without its last events. */
  readonly state: 'anotherLog' | 'logSetBack'
  /** False if nothing was found at that place: a lagging node may receive the event later. */
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

/** No event begins at this position: it belongs to another log, or this log was set back. */
export class PositionNotInLog extends Error {
  override readonly name = 'PositionNotInLog'
  readonly position: LogPosition

  constructor(position: LogPosition, options?: ErrorOptions) {
    super(`no event begins at position ${position.toString()} of the log`, options)
    this.position = position
  }
}
