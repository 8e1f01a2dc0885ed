import { shownChange } from '#command/event-sourcing/shown-change.ts'
import type { WritingRoutes } from '#command/event-sourcing/until-readable.ts'
import type { ShownRecords } from '#command/providers/shown-records/port.ts'
import { KMTS_PROVIDER_CODES, verifyLabel } from '#kernel/contract/kmts-verifications.ts'
import { detail } from '#kernel/domain/detail.ts'
import { recordedWords } from '#kernel/domain/messages/message.ts'
import { isRefusal, Rejection, reject } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { isoMicroseconds, microsecondsOf } from '#kernel/records/times.ts'
import { codeOf, ruleOf } from './failure.ts'
import type { QueryFailure, StartedQuery } from './kmts-verification.ts'
import { verificationAnswer } from './verification-answer.ts'
import type { EndedVerification, LabelVerification } from './verify.ts'

export interface KmtsRoutes extends WritingRoutes {
  readonly verification: LabelVerification
  readonly records: ShownRecords
}

export const kmtsRoutes = (dependencies: KmtsRoutes): readonly Route[] => [
  route(verifyLabel, ({ body, context }) =>
    dependencies.idempotency.once(
      { context, operation: 'verifyLabel', creates: 'kmtsVerification', body, isEnd: isEndOfQuery },
      async (command) => {
        const verified = await dependencies.verification.verify(body, context, command)
        const updatedAt = await lastChange(dependencies, context.caller.companyId, verified)
        const { ended, position } = verified
        if (ended.status === 'failed') return refuse(ended.query, ended.failure)
        const createdAt = isoOf(ended.query.checkedAt)
        const data = verificationAnswer(ended.query, ended.answer, { createdAt, updatedAt })
        return { data, headers: { 'x-event-position': position.toString() } }
      },
    ),
  ),
]

/** The time that readers see; while they do not see the change yet, the time of the answer. */
async function lastChange(
  routes: KmtsRoutes,
  companyId: string,
  { ended, position }: EndedVerification,
): Promise<string> {
  const { completedAt, verificationId: id } =
    ended.status === 'answered' ? ended.answer : ended.failure
  return (await shownChange(routes, { companyId, id, position })) ?? isoOf(completedAt)
}

const isoOf = (instant: string) => isoMicroseconds(microsecondsOf(instant).toString())

function refuse({ verificationId, attemptId }: StartedQuery, failure: QueryFailure): never {
  const { reason, errorMessage, providerCode } = failure
  const errorCode = providerCode === null ? {} : { errorCode: providerCode }
  const members = { verificationId, attemptId, retryable: true, ...errorCode }
  return reject(codeOf(reason), recordedWords(errorMessage), [
    detail('register', ruleOf(reason), members),
  ])
}

/** A failed call is in the history; the next try is a query of its own. */
const isEndOfQuery = (error: unknown) =>
  isRefusal(error) ||
  (error instanceof Rejection && KMTS_PROVIDER_CODES.some((code) => code === error.code))
