import type { Logger } from '../process/logger.ts'
import type { Connection } from './connection.ts'
import type { EventMacs, LogPlace, LogSubscription } from './event-store.ts'
import type { LogFeed } from './log-feed.ts'
import type { LogIdentity } from './log-identity.ts'
import type { Neighbours } from './neighbours.ts'
import type { Reader } from './reader.ts'
import type { RevisionWatch } from './revision-watch.ts'
import type { ServerClock } from './server-clock.ts'
import type { SharedReadings } from './shared-reading.ts'
import type { Standstill } from './standstill-report.ts'

export interface SubscriptionDependencies {
  readonly connection: Connection
  readonly reader: Reader
  readonly identity: LogIdentity
  readonly neighbours: Neighbours
  readonly standstills: StandstillWatch
  readonly macs: EventMacs
  readonly sharedReadings: SharedReadings
  /** Undefined where clocks are not compared. */
  readonly clock: ServerClock | undefined
  readonly logger: Logger
  /** How long a subscription may receive nothing before it is compared with the log. */
  readonly silenceMs: number
  /** How long a read may be silent. */
  readonly readTimeoutMs: number
  /** How long a node may lack an event seen before until its log counts as another log. */
  readonly laggingMs: number
}

/** The state of a subscription. */
export interface Following {
  readonly wanted: LogSubscription
  readonly stopping: AbortSignal
  readonly logger: Logger
  place: LogPlace
  readonly revisions: RevisionWatch
  heardAt: number
  /** Since when it has had no connection, and why. */
  down: { readonly since: number; readonly reason: Error } | undefined
  feed: LogFeed | undefined
}

/** Regularly compares all followers of the log with its head, and looks at what they were not given. */
export interface StandstillWatch {
  /** A follower subscribes, for the first time or again after a failure. */
  readonly begin: (following: Following) => void
  /** The owner has closed the subscription. */
  readonly close: (following: Following) => void
  /** The subscription ended with an error. It counts until its owner subscribes again. */
  readonly fail: (following: Following, error: unknown) => void
  readonly standstills: () => readonly Standstill[]
  readonly stop: () => void
}
