import type { Static } from 'typebox'
import type { Command } from '#command/event-sourcing/idempotency.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { originOf } from '#command/event-sourcing/origin.ts'
import type { KmtsAccount } from '#command/providers/kmts/port.ts'
import type { verifyLabel } from '#kernel/contract/kmts.ts'
import { eventIdFrom, recordIdFrom } from '#kernel/domain/ids.ts'
import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import { interrupted } from '../failure.ts'
import type { EndedQuery, KmtsCommand, StartedQuery } from '../kmts-verification.ts'
import type { KmtsLimits } from '../limits.ts'
import { type Calling, callRegister } from './call-register.ts'
import { type KmtsRepository, kmtsStream } from './repository.ts'
import { written } from './written.ts'

type Scanned = Static<NonNullable<(typeof verifyLabel)['body']>>

export interface KmtsQueryParts extends Calling {
  readonly log: Log
  readonly repository: KmtsRepository
  readonly limits: KmtsLimits
  readonly accountOf: (companyId: string) => KmtsAccount | undefined
  readonly logger: Logger
}

/** How a query ended, and where in the log that stands. */
export interface Asked {
  readonly ended: EndedQuery
  readonly position: LogPosition
}

export interface KmtsQuerying {
  /** Asks the register once for a command, however often that command comes. */
  readonly ask: (scanned: Scanned, context: RequestContext, command: Command) => Promise<Asked>
}

interface Attempt {
  readonly query: Omit<StartedQuery, 'checkedAt'>
  readonly origin: Origin
}

/** The attempt is in the log before the call: whatever then happens ends in the history. */
export function kmtsQuerying(parts: KmtsQueryParts): KmtsQuerying {
  const { log, repository, limits, accountOf } = parts
  const now = () => new Date(log.now()).toISOString()

  const record = (attempt: Attempt, command: KmtsCommand, isNew = false) =>
    repository.execute({ stream: streamOf(attempt), command, origin: attempt.origin, isNew })

  /** An earlier try of the same command; undefined when none came as far as the register. */
  async function earlier(attempt: Attempt, { isRepeated }: Command) {
    if (!isRepeated) return undefined
    const { state } = await written(parts, repository.load(streamOf(attempt)))
    return state.status === 'none' ? undefined : settle(attempt)
  }

  /** What an earlier try may have asked nobody can tell any more, and nobody asks again. */
  const settle = (attempt: Attempt) =>
    end(attempt, { type: 'RecordFailure', failure: interrupted(attempt.query, now()) })

  async function end(attempt: Attempt, command: KmtsCommand): Promise<Asked> {
    const { query } = attempt
    const { state, position } = await written(parts, record(attempt, command), query)
    if (state.status === 'answered' || state.status === 'failed') return { ended: state, position }
    throw new Error(`${query.verificationId} has not ended`)
  }

  return {
    async ask({ scannedCode }, context, command) {
      const attempt = attemptOf(normalisedCode(scannedCode), context, command)
      const known = await earlier(attempt, command)
      if (known !== undefined) return known
      await limits.take(context.caller)
      const query = { ...attempt.query, checkedAt: now() }
      const start = record(attempt, { type: 'StartQuery', query }, true)
      const { events } = await written(parts, start)
      if (events.length === 0) return settle(attempt)
      const account = accountOf(context.caller.companyId)
      return end(attempt, await callRegister(parts, query, account, now))
    },
  }
}

const streamOf = ({ query }: Attempt) => kmtsStream(query.verificationId)

function attemptOf(scannedCode: string, context: RequestContext, { id }: Command): Attempt {
  const verificationId = recordIdFrom(id, 'kmtsVerification')
  const attemptId = eventIdFrom(id, 'kmtsAttempt')
  return {
    query: { verificationId, scannedCode, attemptId },
    origin: { ...originOf(context, id), attemptId },
  }
}
