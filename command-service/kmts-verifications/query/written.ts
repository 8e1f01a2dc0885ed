import { Rejection, reject } from '#kernel/domain/rejection.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import type { StartedQuery } from '../kmts-verification.ts'

type RecordedAttempt = Pick<StartedQuery, 'verificationId' | 'attemptId'>

/** What the log was asked for; where it fails, the caller hears of the attempt that is in it. */
export async function written<T>(
  { logger }: { readonly logger: Logger },
  work: Promise<T>,
  attempt?: RecordedAttempt,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Rejection) throw error
    logger.error({ err: error, ...attempt }, 'a KMTS query could not be recorded')
    const there = attempt === undefined ? {} : placeOf(attempt)
    const message = 'The query could not be written into the history.'
    return reject('KMTS_HISTORY_WRITE_FAILED', message, [{ ...there, retryable: true }])
  }
}

const placeOf = ({ verificationId, attemptId }: RecordedAttempt) => ({ verificationId, attemptId })
