import type { Registry } from 'prom-client'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { exposeGauge } from '../process/gauge.ts'
import type { Logger } from '../process/logger.ts'
import { followReadProgress, type ReadProgress } from './read-progress.ts'

const COMPARED_EVERY_MS = 250

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
  let isBehind = false
  let goal = { position: START_OF_LOG, since: performance.now() }

  function compare() {
    const now = performance.now()
    if (replica.position() >= goal.position) {
      if (isBehind) logger.info('the replica follows again: reads go there')
      isBehind = false
      goal = { position: primary.position(), since: now }
    } else if (!isBehind && now - goal.since > readLagMs) {
      logger.error({ readLagMs }, 'the replica does not follow: reads go to the primary')
      isBehind = true
    }
  }

  const timer = setInterval(compare, COMPARED_EVERY_MS)
  const read = () => (isBehind ? primary : replica)
  return {
    isReplicaBehind: () => isBehind,
    position: () => read().position(),
    waitFor: (...asked) => read().waitFor(...asked),
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
