import type { Logger } from '../logger.ts'
import type { Connection } from './connection.ts'
import type { EventMacs, LogPlace, LogSubscription, Standstill } from './event-store.ts'
import type { LogFeed } from './log-feed.ts'
import type { LogIdentity } from './log-identity.ts'
import type { Reader } from './reader.ts'

export interface SubscriptionDependencies {
  readonly connection: Connection
  readonly reader: Reader
  readonly identity: LogIdentity
  readonly standstills: StandstillWatch
  readonly macs: EventMacs
  readonly logger: Logger
  /** How long a subscription may hear nothing before the log is asked whether it missed something. */
  readonly silenceMs: number
  /** How long a read may be silent. */
  readonly readTimeoutMs: number
  /** How long a node may lack what was seen before it counts as another log. */
  readonly laggingMs: number
}

/** Where a subscription stands. */
export interface Following {
  readonly wanted: LogSubscription
  readonly stopping: AbortSignal
  readonly logger: Logger
  place: LogPlace
  heardAt: number
  /** Since when it has had no connection, and why. */
  down: { readonly since: number; readonly reason: Error } | undefined
  feed: LogFeed | undefined
}

/** Compares all followers of the log with its head, again and again. */
export interface StandstillWatch {
  /** A follower subscribes, for the first time or again after a failure. */
  readonly begin: (following: Following) => void
  /** Its owner has closed it. */
  readonly close: (following: Following) => void
  /** It ended by itself; it counts until its owner subscribes again. */
  readonly fail: (following: Following, error: unknown) => void
  readonly standstills: () => readonly Standstill[]
  readonly stop: () => void
}
