import { randomUUID } from 'node:crypto'
import { RecordedRefusal } from '#command/event-sourcing/named-when-shown.ts'
import type {
  Call,
  IntegratorAccount,
  NotFound,
  Outcome,
} from '#command/providers/integrator/port.ts'
import type { Rejection } from '#kernel/domain/rejection.ts'
import { unavailabilityOf } from '#kernel/platform/errors/unavailability.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { pause, pauseMs } from '#kernel/platform/waiting/timing.ts'
import { withWholeBudget } from '#kernel/platform/waiting/waiting-budget.ts'

/** The outcome of a call to a provider for a document. */
export type CallOutcome<Answer> = { readonly kind: 'done'; readonly answer: Answer } | FailedCall

/** `notTaken`: the provider did not examine it. `unknown`: it may or may not have been done. */
export interface FailedCall extends Failure {
  readonly kind: 'refused' | 'notTaken' | 'unknown'
  /** Not taken, because the provider takes no more calls for now. */
  readonly isLimit?: true
  /** Each single fault, where the provider lists them. */
  readonly errors?: readonly Failure[]
}

/** What a failed call says of the integrator; `refused` is an explicit refusal only. */
export function integratorRule({ kind, isLimit }: FailedCall): 'unknown' | 'refused' | 'rateLimit' {
  if (kind === 'unknown') return 'unknown'
  return isLimit === true ? 'rateLimit' : 'refused'
}

/** What the provider said, and what each single fault that it lists adds. */
export const wordsOf = ({ errorMessage, errors = [] }: FailedCall): string =>
  [...new Set([errorMessage, ...errors.map((fault) => fault.errorMessage)])]
    .filter((words) => words !== '')
    .join(' · ')

export interface Failure {
  readonly errorCode: string
  readonly errorMessage: string
}

export const failureOf = ({ errorCode, errorMessage }: Failure): Failure => ({
  errorCode,
  errorMessage,
})

/** Nothing is left to delete at a provider that does not know the document. */
export const asDeleted = (outcome: Outcome<object> | NotFound): CallOutcome<object> =>
  outcome.kind === 'notFound' ? { kind: 'done', answer: {} } : outcome

/** What it takes to call the integrator in the name of a company. */
export interface IntegratorAccess {
  readonly references: {
    readonly integratorAccount: (companyId: string) => IntegratorAccount | undefined
  }
  /** Aborted at the end of the process: calls that are still open end as unknown. */
  readonly closing: AbortSignal
}

export const callOf = (
  { references, closing }: IntegratorAccess,
  { environment }: { readonly environment: Call['environment'] | null },
  { companyId, requestId }: { readonly companyId: string; readonly requestId: string },
): Call => ({
  account: references.integratorAccount(companyId),
  environment: environment ?? 'test',
  requestId,
  signal: closing,
})

interface Attempted {
  readonly attemptId: string
  /** Names the attempt in everything that is recorded during it. */
  readonly origin: Origin
}

/** One call to a provider that may change something there. */
export interface Attempt<
  Document extends { readonly position: LogPosition },
  Answer extends object,
  Begun,
> {
  readonly origin: Origin
  /** Aborted at the end of the process. */
  readonly closing: AbortSignal
  /** Permits the attempt and records it, before anything is sent. */
  readonly start: (attempt: Attempted) => Promise<Document>
  /** The document if it waits for the outcome of this attempt. */
  readonly begun: (document: Document, attemptId: string) => Begun | undefined
  /** The provider sees the attempt's id as the id of the request. */
  readonly call: (begun: Begun, requestId: string) => Promise<CallOutcome<Answer>>
  /** The answer if its outcome cannot be recorded, so that it is not known what the call has done. */
  readonly unknown: (begun: Begun, attemptId: string) => Rejection
  readonly record: (
    outcome: CallOutcome<Answer>,
    attempt: Attempted & { readonly begun: Begun },
  ) => Promise<Document>
  /** The refusal of a failed call; undefined if the document is done nevertheless. */
  readonly refusal: (
    failed: FailedCall,
    attemptId: string,
    recorded: Document,
  ) => Rejection | undefined
}

/**
 * Records the attempt, makes the call, records the outcome. Only the process that recorded the
 * attempt makes the call, so it is made at most once; after a crash its outcome stays unknown.
 */
export async function attemptOnce<
  Document extends { readonly position: LogPosition },
  Answer extends object,
  Begun,
>({ origin, closing, ...attempt }: Attempt<Document, Answer, Begun>): Promise<Document> {
  const attemptId = randomUUID()
  const attempted = { attemptId, origin: { ...origin, attemptId } }
  const started = await attempt.start(attempted).catch((error: unknown) => {
    const mayStand = origin.changes?.answer() !== undefined
    if (mayStand && unavailabilityOf(error) !== undefined) {
      void takeBack(attempt, { ...attempted, closing })
    }
    throw error
  })
  const begun = attempt.begun(started, attemptId)
  if (begun === undefined) return started
  origin.changes?.mayBeDone(attempt.unknown(begun, attemptId))
  const outcome = await attempt.call(begun, attemptId)
  const record = () => attempt.record(outcome, { ...attempted, begun })
  const recorded = await record().catch((error: unknown) => {
    if (unavailabilityOf(error) !== undefined) void recordLater(record, closing)
    throw error
  })
  if (outcome.kind === 'done') return recorded
  const refusal = attempt.refusal(outcome, attemptId, recorded)
  if (refusal === undefined) return recorded
  const { position } = recorded
  throw new RecordedRefusal(refusal, { position, isFinal: outcome.kind !== 'unknown' })
}

/** The provider has seen nothing: it stands for no refusal of the provider's. */
export const NOT_SENT = {
  kind: 'notTaken',
  errorCode: 'NOT_SENT',
  errorMessage: 'Nothing was sent, because it could not be recorded in time.',
} as const

/**
 * Ends an attempt of which it is not known whether it was recorded, and for which nothing was sent. It is
 * begun again, so that what was lost on the way to the log cannot arrive behind it; begun once more after its
 * end was recorded, it would be there twice.
 */
async function takeBack<
  Document extends { readonly position: LogPosition },
  Answer extends object,
  Begun,
>(
  attempt: Pick<Attempt<Document, Answer, Begun>, 'start' | 'begun' | 'record'>,
  { closing, ...attempted }: Attempted & { readonly closing: AbortSignal },
): Promise<void> {
  const started = await recordLater(() => attempt.start(attempted), closing)
  const begun = started && attempt.begun(started, attempted.attemptId)
  if (begun === undefined) return
  await recordLater(() => attempt.record(NOT_SENT, { ...attempted, begun }), closing)
}

const LONGEST_PAUSE_MS = 2_000
const MOST_TRIES = 600

/**
 * Records what an outage has kept from being recorded, as soon as the log answers again. The request has
 * been answered by then; where this process ends first, the document's deadline does the rest. Undefined
 * where nothing was recorded.
 */
async function recordLater<Recorded>(
  record: () => Promise<Recorded>,
  closing: AbortSignal,
): Promise<Recorded | undefined> {
  for (let failures = 1; failures <= MOST_TRIES && !closing.aborted; failures++) {
    await pause(pauseMs(failures, LONGEST_PAUSE_MS), closing)
    try {
      return await withWholeBudget(record)
    } catch (error) {
      // A refusal says that it has been decided otherwise in the meantime.
      if (unavailabilityOf(error) === undefined) return undefined
    }
  }
  return undefined
}
