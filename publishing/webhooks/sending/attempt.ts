import {
  anyAddressOf,
  NotPublic,
  publicAddressOf,
  type Resolve,
} from '#kernel/platform/http/checked-address.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import type { WebhookEndpoint } from '../endpoints/endpoints.ts'
import type { Attempted, Due } from '../store/store.ts'
import { callWebhook, type DeliveryOutcome } from './call.ts'
import { signatureHeaders } from './signature.ts'

const RESOLVED_WITHIN_MS = 5_000

export interface Attempting {
  /** Whether endpoints may be addresses of private networks, and plain HTTP. */
  readonly allowPrivate: boolean
  /** For one call. */
  readonly timeoutMs?: number
  /** Asks the system by default. */
  readonly resolve?: Resolve
  readonly signal: AbortSignal
}

interface Outcome extends Pick<Attempted, 'outcome' | 'status'> {
  /** Of an answer. */
  readonly retryAfter?: string | undefined
}

/** Signs an event and calls the endpoint with it. */
export async function attempt(
  { url: address, secrets }: WebhookEndpoint,
  { webhookId, body }: Due,
  { allowPrivate, signal, timeoutMs, resolve }: Attempting,
): Promise<Outcome> {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !allowPrivate) return { outcome: 'notHttps', status: null }
  try {
    const resolving = (allowPrivate ? anyAddressOf : publicAddressOf)(url.hostname, resolve)
    const at = await answerWithin(timeoutMs ?? RESOLVED_WITHIN_MS, resolving)
    const timestamp = Math.floor(Date.now() / 1_000)
    const headers = signatureHeaders({ id: webhookId, timestamp, body }, secrets)
    return outcomeOf(await callWebhook({ url, at, headers, body, signal, timeoutMs }))
  } catch (error) {
    return { outcome: error instanceof NotPublic ? 'notPublic' : 'notFound', status: null }
  }
}

/** Only an answer of the class 200 is a success. */
function outcomeOf(answer: DeliveryOutcome): Outcome {
  if (answer.kind === 'failed') return { outcome: answer.reason, status: null }
  const { status, retryAfter } = answer
  const outcome = status >= 200 && status < 300 ? 'delivered' : 'refused'
  return { outcome, status, retryAfter }
}
