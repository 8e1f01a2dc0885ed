import type { RuleOf } from '#kernel/domain/detail.ts'
import type { Sentence } from '#kernel/domain/messages/message.ts'
import type { RejectionCode } from '#kernel/domain/rejection.ts'
import type { QueryFailure, StartedQuery } from './kmts-verification.ts'

type Reason = QueryFailure['reason']
type KmtsProviderCode = Extract<RejectionCode, `KMTS_PROVIDER_${string}`>

const answers: Readonly<
  Record<
    Reason,
    {
      readonly code: KmtsProviderCode
      readonly rule: RuleOf<'register'>
      readonly message: Sentence
    }
  >
> = {
  timeout: {
    code: 'KMTS_PROVIDER_TIMEOUT',
    rule: 'timeout',
    message: 'The register did not answer in time.',
  },
  unavailable: {
    code: 'KMTS_PROVIDER_UNAVAILABLE',
    rule: 'unavailable',
    message: 'The register cannot be reached.',
  },
  refused: {
    code: 'KMTS_PROVIDER_UNAVAILABLE',
    rule: 'refused',
    message: 'The register refused the query.',
  },
  rateLimited: {
    code: 'KMTS_PROVIDER_RATE_LIMITED',
    rule: 'rateLimit',
    message: 'The register wants fewer queries.',
  },
  unreadable: {
    code: 'KMTS_PROVIDER_RESPONSE_INVALID',
    rule: 'malformed',
    message: 'The answer of the register could not be read.',
  },
  interrupted: {
    code: 'KMTS_PROVIDER_UNAVAILABLE',
    rule: 'unknown',
    message: 'The query was interrupted before its answer came.',
  },
}

export const ruleOf = (reason: Reason): RuleOf<'register'> => answers[reason].rule

export const codeOf = (reason: Reason): KmtsProviderCode => answers[reason].code

interface Failed {
  readonly reason: Reason
  readonly providerCode: string | null
  readonly providerMessage: string | null
}

/** How a query ended that brought no answer; `at` is an ISO instant. */
export const failureOf = (
  { verificationId }: Pick<StartedQuery, 'verificationId'>,
  { reason, providerCode, providerMessage }: Failed,
  { at, durationMs }: { readonly at: string; readonly durationMs: number | null },
): QueryFailure => ({
  verificationId,
  reason,
  errorCode: answers[reason].code,
  errorMessage: providerMessage || answers[reason].message,
  providerCode,
  completedAt: at,
  durationMs,
})

/** The process that asked has ended, and the outcome of its call is unknown. */
export const interrupted = (
  query: Pick<StartedQuery, 'verificationId'>,
  at: string,
): QueryFailure =>
  failureOf(
    query,
    { reason: 'interrupted', providerCode: null, providerMessage: null },
    { at, durationMs: null },
  )
