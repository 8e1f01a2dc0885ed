import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { JsonAnswer } from './http-call.ts'

/** What a provider says of a call that it does not serve, as it says it. */
export interface ProviderError {
  readonly code: string
  readonly message: string
}

const providerErrorIn = Compile(Type.Object({ code: Type.String(), message: Type.String() }))

/** Why there is no answer, by what happened to the call. */
export const unansweredReasons = {
  TIMEOUT: 'timeout',
  CONNECTION: 'unavailable',
  ABORTED: 'interrupted',
} as const

/**
 * Why an answer of a status other than success is none. What is neither an answer nor an error in
 * the form agreed says nothing that can be understood.
 */
export function refusalIn({ status, body }: JsonAnswer) {
  const providerError: ProviderError | null = providerErrorIn.Check(body) ? body : null
  if (status === 429) return { reason: 'rateLimited', providerError } as const
  if (status >= 500) return { reason: 'unavailable', providerError } as const
  const isRefused = status === 401 || status === 403 || (status >= 400 && providerError !== null)
  return isRefused
    ? ({ reason: 'refused', providerError } as const)
    : ({ reason: 'unreadable', providerError: null } as const)
}
