import { LRUCache } from 'lru-cache'
import type { RecordAccess } from '#audit/access/access-log.ts'
import type { AccessEvent } from '#kernel/events/access.ts'
import type { Caller } from '#kernel/platform/http/route.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { SignedInVisit } from './visit.ts'

type Visitor = Pick<SignedInVisit, 'requestId'> & {
  readonly caller: Pick<Caller, 'apiUserId' | 'companyId'>
}

/** Records what a visitor is about to see, in the log and in the process's own. */
export type RecordVisit = (visitor: Visitor, event: AccessEvent) => Promise<void>

interface Recording {
  readonly recordAccess: RecordAccess
  readonly logger: Logger
  /** Milliseconds. */
  readonly now: () => number
}

/** For so long after a recorded look another one at the same page, by the same user, is no event of its own. */
const ONE_LOOK_MS = 60_000
const MAX_REMEMBERED = 10_000

export function recordedVisits({ recordAccess, logger, now }: Recording): RecordVisit {
  const looks = new LRUCache<string, Promise<void>>({
    ...atMost(MAX_REMEMBERED),
    ttl: ONE_LOOK_MS,
    ttlResolution: 0,
    perf: { now },
  })

  async function record({ caller, requestId }: Visitor, event: AccessEvent): Promise<void> {
    const { apiUserId, companyId } = caller
    try {
      const actor = { kind: 'apiUser', id: apiUserId } as const
      await recordAccess({ companyId, actor, requestId, event })
    } catch (error) {
      logger.error({ err: error, requestId }, 'an access cannot be recorded')
      throw error
    }
    logger.info({ apiUserId, companyId, type: event.type, ...event.data, requestId }, 'access')
  }

  return (visitor, event) => {
    if (event.type !== 'RecordAccessed') return record(visitor, event)
    const { apiUserId, companyId } = visitor.caller
    const look = JSON.stringify([companyId, apiUserId, event.data])
    // Also one that is still being recorded is waited for: nothing is shown before.
    const recorded = looks.get(look)
    if (recorded !== undefined) return recorded
    const recording = record(visitor, event)
    looks.set(look, recording)
    recording.catch(() => looks.delete(look))
    return recording
  }
}
