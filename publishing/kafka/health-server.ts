import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import {
  type Answers,
  type HealthAnswer,
  readinessAnswer,
} from '#kernel/platform/process/health-server.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import { lagOf } from '#projections/runtime/lag.ts'
import type { FeedStatus } from './status.ts'

interface FeedHealth {
  readonly status: () => FeedStatus | undefined
  /** Undefined until the event store has been connected. */
  readonly log: () => Log | undefined
}

type Log = Pick<EventStore, 'readLog' | 'headOfLog' | 'standstills' | 'anotherLog'>

const LAG_WITHIN_MS = 1_000
const MAX_COUNTED = 500

/** Health and the feed's status, by their paths. */
export const feedAnswers = ({ status, log }: FeedHealth): Answers => ({
  '/health/ready': () => readinessAnswer(missingParts(status(), log())),
  '/status': () => statusAnswer(status(), log()),
})

function missingParts(status: FeedStatus | undefined, log: Log | undefined): readonly string[] {
  const { phase = 'starting', failure = phase } = status ?? {}
  if (phase !== 'publishing' && phase !== 'standingBy') {
    return [`feed: ${failure.startsWith(phase) ? failure : `${phase}: ${failure}`}`]
  }
  const finding = log?.anotherLog()
  if (finding !== undefined) return [`event store: ${finding.message}`]
  const still = phase === 'publishing' ? (log?.standstills() ?? []) : []
  return still.map(({ reason }) => reason)
}

async function statusAnswer(
  status: FeedStatus | undefined,
  log: Log | undefined,
): Promise<HealthAnswer> {
  const { phase = 'starting', position, failure = null } = status ?? {}
  const lag =
    log &&
    (await answerWithin(LAG_WITHIN_MS, lagOf(log, position ?? START_OF_LOG, MAX_COUNTED)).catch(
      () => undefined,
    ))
  const body = {
    phase,
    position: position?.toString() ?? null,
    head: lag?.head.toString() ?? null,
    lagEvents: lag?.events ?? null,
    lagIsMore: lag?.isMore ?? false,
    lagMs: lag?.ms ?? null,
    failure,
  }
  return { status: 200, body }
}
