import type { Static } from 'typebox'
import type { Command } from '#command/event-sourcing/command.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { originOf } from '#command/event-sourcing/origin.ts'
import { repositoryOf } from '#command/event-sourcing/repository.ts'
import type { KmtsAccount, KmtsRegister } from '#command/providers/kmts/port.ts'
import type { verifyLabel } from '#kernel/contract/kmts-verifications.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { detail } from '#kernel/domain/detail.ts'
import { eventIdFrom, recordIdFrom } from '#kernel/domain/ids.ts'
import { epochMsOf, instantOf } from '#kernel/domain/instant.ts'
import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import { notFound, Rejection, reject } from '#kernel/domain/rejection.ts'
import {
  type KmtsVerificationEvent,
  kmtsVerificationEvents,
} from '#kernel/events/kmts-verification.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { failureOf, interrupted } from './failure.ts'
import {
  type EndedQuery,
  type KmtsDecision,
  kmtsVerification,
  type QueryAnswer,
  type QueryFailure,
  type StartedQuery,
} from './kmts-verification.ts'
import type { KmtsLimits } from './limits.ts'

const RETRY_AFTER_SECONDS = 2

type Scanned = Static<NonNullable<(typeof verifyLabel)['body']>>

export type KmtsRepository = ReturnType<typeof kmtsRepository>

export const kmtsRepository = (log: Log) =>
  repositoryOf(log, {
    family: kmtsVerificationEvents,
    aggregate: kmtsVerification,
    sealedFor: () => ({ purpose: 'company', person: 'company' }),
    brings: ({ data }) => ({ existingId: data.verificationId }),
  })

export const kmtsStream = (verificationId: string) => `kmtsVerification-${verificationId}`

export const startQuery =
  (query: StartedQuery): KmtsDecision =>
  ({ status }) => {
    if (status === 'recorded') return reject('CONFLICT', 'This query was made elsewhere.')
    return status === 'none' ? [{ type: 'KmtsQueryStarted', data: query }] : []
  }

export const recordAnswer = (data: QueryAnswer) => end({ type: 'KmtsChecked', data })
export const recordFailure = (data: QueryFailure) => end({ type: 'KmtsQueryFailed', data })

/** The first recorded outcome counts; a later one is dropped. */
const end =
  (event: KmtsVerificationEvent): KmtsDecision =>
  ({ status }) => {
    switch (status) {
      case 'pending':
        return [event]
      case 'answered':
      case 'failed':
        return []
      case 'none':
      case 'recorded':
        return notFound('KMTS query')
      default:
        return assertNever(status)
    }
  }

export interface VerificationDependencies {
  readonly log: Log
  readonly repository: KmtsRepository
  readonly limits: KmtsLimits
  readonly register: KmtsRegister
  readonly accountOf: (companyId: string) => KmtsAccount | undefined
  /** Aborted when the service stops and no longer waits for the register. */
  readonly signal: AbortSignal
  readonly logger: Logger
}

/** How a query ended, and the position of that event. */
export interface EndedVerification {
  readonly ended: EndedQuery
  readonly position: LogPosition
}

export interface LabelVerification {
  /** Asks the register once for a command, however often that command comes. */
  readonly verify: (
    scanned: Scanned,
    context: RequestContext,
    command: Command,
  ) => Promise<EndedVerification>
}

interface Attempt {
  readonly query: Omit<StartedQuery, 'checkedAt'>
  readonly origin: Origin
}

/** The attempt is in the log before the call, so every outcome ends in the history. */
export function labelVerification(dependencies: VerificationDependencies): LabelVerification {
  const { log, repository, limits, accountOf } = dependencies
  const now = () => instantOf(log.now())

  const record = (attempt: Attempt, decision: KmtsDecision) =>
    repository.execute({ stream: streamOf(attempt), decision, origin: attempt.origin })

  /** An earlier try of the same command; undefined when none reached the register. */
  async function earlier(attempt: Attempt, { isRepeated }: Command) {
    if (!isRepeated) return undefined
    const { state } = await written(dependencies, repository.load(streamOf(attempt)), attempt)
    return state.status === 'none' ? undefined : settle(attempt)
  }

  /** The outcome of an earlier call is unknown, and the register is not asked again. */
  const settle = (attempt: Attempt) =>
    conclude(attempt, recordFailure(interrupted(attempt.query, now())))

  async function conclude(attempt: Attempt, decision: KmtsDecision): Promise<EndedVerification> {
    const { query } = attempt
    const { state, position } = await written(dependencies, record(attempt, decision), attempt)
    if (state.status === 'answered' || state.status === 'failed') return { ended: state, position }
    throw new Error(`${query.verificationId} has not ended`)
  }

  return {
    async verify({ scannedCode }, context, command) {
      const attempt = attemptOf(normalisedCode(scannedCode), context, command)
      const ended = await earlier(attempt, command)
      if (ended !== undefined) return ended
      await limits.take(context.caller)
      const query = { ...attempt.query, checkedAt: now() }
      // Read first: a log that is away is noticed before anything is sent.
      const start = record(attempt, startQuery(query))
      const { events } = await written(dependencies, start, attempt)
      if (events.length === 0) return settle(attempt)
      const account = accountOf(context.caller.companyId)
      return conclude(attempt, await callRegister(dependencies, query, account, now))
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

/** Asks the register; returns the decision that records its answer. */
async function callRegister(
  { register, signal }: VerificationDependencies,
  query: StartedQuery,
  account: KmtsAccount | undefined,
  now: () => string,
): Promise<KmtsDecision> {
  const { verificationId, scannedCode, attemptId, checkedAt } = query
  const answer = await register.query({ scannedCode, account, requestId: attemptId, signal })
  const completedAt = now()
  const durationMs = Math.max(0, epochMsOf(completedAt) - epochMsOf(checkedAt))
  if (answer.kind === 'failed') {
    return recordFailure(failureOf(query, answer, { at: completedAt, durationMs }))
  }
  const { outcome, entry } = answer
  return recordAnswer({ verificationId, outcome, entry, completedAt, durationMs })
}

/** A failing log becomes a refusal, which names the attempt where it may stand. */
async function written<T>(
  { logger }: VerificationDependencies,
  work: Promise<T>,
  { query: { verificationId, attemptId }, origin }: Attempt,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Rejection) throw error
    logger.error({ err: error, verificationId }, 'a KMTS query could not be recorded')
    if (origin.changes?.answer() === undefined) {
      const message = 'The query could not be recorded, and was not made. Try again later.'
      const later = { retryAfter: RETRY_AFTER_SECONDS, retryable: true }
      return reject('KMTS_HISTORY_WRITE_FAILED', message, [detail('request', 'unavailable', later)])
    }
    const message = 'The query could not be recorded; look at the history before you query again.'
    const unknown = { verificationId, attemptId, retryable: false }
    return reject('KMTS_HISTORY_WRITE_FAILED', message, [detail('request', 'unknown', unknown)])
  }
}
