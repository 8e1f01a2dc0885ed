import type { Registry } from 'prom-client'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { exposeGauge } from '../process/gauge.ts'
import type { Logger } from '../process/logger.ts'
import { followReadProgress, type ReadProgress } from './read-progress.ts'

const COMPARED_EVERY_MS = 250
/** Processes notice it one after the other: until all have, a write waits for the replica, and reads go to the primary. */
const CHANGES_WITHIN_MS = 2_000

/** The progress of the database at which lists and details are read now. */
export interface ReadsFollowed extends ReadProgress {
  /** Whether they are read at the primary, because the replica does not show what it showed long ago. */
  readonly isReplicaBehind: () => boolean
}

interface Databases {
  readonly databaseUrl: string
  /** The same where there is no replica. */
  readonly readDatabaseUrl: string
  /** The longest time that a replica may be behind. */
  readonly readLagMs: number
}

/** Follows the primary and, where there is one, the replica, and compares them (docs/performance.md). */
export function followReads(
  { databaseUrl, readDatabaseUrl, readLagMs }: Databases,
  { schema, logger }: { readonly schema: string; readonly logger: Logger },
): ReadsFollowed {
  const primary = followReadProgress({ schema, databaseUrl, logger })
  if (readDatabaseUrl === databaseUrl) return { ...primary, isReplicaBehind: () => false }
  const replica = followReadProgress({ schema, databaseUrl: readDatabaseUrl, logger })
  let goal = { position: START_OF_LOG, since: performance.now() }
  let isBehind = false
  let changedAt = Number.NEGATIVE_INFINITY

  function compare() {
    const now = performance.now()
    if (replica.position() >= goal.position) {
      if (isBehind) change(now, 'the replica follows again: reads go there')
      goal = { position: primary.position(), since: now }
    } else if (!isBehind && now - goal.since > readLagMs) {
      change(now, 'the replica does not follow: reads go to the primary')
    }
  }

  function change(now: number, what: string) {
    isBehind = !isBehind
    changedAt = now
    logger.warn({ readLagMs }, what)
  }

  const hasJustChanged = () => performance.now() - changedAt < CHANGES_WITHIN_MS
  const waited = () => (isBehind && !hasJustChanged() ? primary : replica)
  const timer = setInterval(compare, COMPARED_EVERY_MS)
  return {
    isReplicaBehind: () => isBehind || hasJustChanged(),
    position: () => waited().position(),
    waitFor: (...asked) => waited().waitFor(...asked),
    async close() {
      clearInterval(timer)
      await Promise.all([primary.close(), replica.close()])
    },
  }
}

type Standing = Pick<ReadsFollowed, 'isReplicaBehind'>

export const replicaWarnings = ({ isReplicaBehind }: Standing): readonly string[] =>
  isReplicaBehind()
    ? ['READ_DATABASE_URL does not follow DATABASE_URL: lists and details are read at the primary']
    : []

export function exposeReplica(registry: Registry, { isReplicaBehind }: Standing): void {
  const help = 'Whether reads go to the primary, because the replica does not follow it.'
  exposeGauge(registry, { name: 'sarraf_replica_behind', help }, () => (isReplicaBehind() ? 1 : 0))
}
