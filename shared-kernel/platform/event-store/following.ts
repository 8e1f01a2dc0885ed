import type { Logger } from '../logger.ts'
import type { Connection } from './connection.ts'
import type { EventMacs, LogPlace, LogSubscription } from './event-store.ts'
import type { LogFeed } from './log-feed.ts'
import type { LogIdentity } from './log-identity.ts'
import type { Reader } from './reader.ts'
import type { StandstillWatch } from './standstill.ts'

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
