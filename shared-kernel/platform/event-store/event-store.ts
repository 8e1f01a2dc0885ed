export type JsonObject = { readonly [key: string]: unknown }

export interface NewEvent {
  /** A UUID; the same id again marks the same write, never another one. */
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: JsonObject
}

export interface StoredEvent extends NewEvent {
  readonly stream: string
  readonly revision: bigint
  /** Commit position in the log: increases with every event, never reused. */
  readonly position: bigint
}

export type ExpectedRevision = bigint | 'no_stream'

export interface Appended {
  /** Revision of the last event appended. */
  readonly revision: bigint
  readonly position: bigint
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
  /** Position up to which the handler has seen everything that matches its filter. */
  readonly position: () => bigint
  /** Epoch milliseconds of the last event, checkpoint or confirmation that came in. */
  readonly lastHeardAt: () => number
  /** Stops after the batch in hand. */
  readonly close: () => Promise<void>
}

export interface LogSubscription {
  readonly name: string
  /** Exclusive: the first event delivered is the first one behind it. 0n = from the start. */
  readonly after: bigint
  /** Only streams whose names start with one of these; all but system streams when absent. */
  readonly streamPrefixes?: readonly string[]
  /** Upper bound of events handed over at once. */
  readonly maxBatch: number
  /**
   * Called one batch at a time, in log order; what arrives meanwhile waits (back-pressure). `upTo` is
   * the position up to which nothing that matches is left behind; `events` may be empty when only
   * the position moved. A batch that throws ends the subscription: its owner decides what then.
   */
  readonly handle: (events: readonly StoredEvent[], upTo: bigint) => Promise<void>
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
  /** The log from a position on, inclusive, in order, in pages as they are consumed. */
  readonly readLog: (from: bigint) => AsyncIterable<StoredEvent>
  /** Position of the last event in the log, 0n when it is empty. */
  readonly headOfLog: () => Promise<bigint>
  /** Follows the log; reconnects by itself from the last batch handled, until closed. */
  readonly subscribe: (subscription: LogSubscription) => Subscription
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

/** The store did not answer: the write may or may not have happened. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable'
}
