import { addressBelow, type HttpCall } from '../http-call.ts'
import type { Call } from './port.ts'

export interface HttpIntegrator {
  /** For accounts that name none of their own. */
  readonly url: string
  /** For each call, its answer read. */
  readonly timeoutMs: number
}

export interface Sent {
  readonly operation: string
  readonly method: HttpCall['method']
  readonly path: string
  readonly body?: unknown
}

/** The call as it goes out: to the company's own place at the integrator, in its name. */
export const integratorRequest = (
  { url, timeoutMs }: HttpIntegrator,
  { account, environment, requestId, signal }: Call,
  { path, ...sent }: Sent,
): HttpCall => ({
  provider: 'integrator',
  ...sent,
  url: addressBelow(account?.url ?? url, path),
  account,
  requestId,
  headers: { 'x-environment': environment },
  timeoutMs,
  signal,
})
