import { isIP } from 'node:net'
import { addressesOf } from '#kernel/platform/http/checked-address.ts'
import { pause, pauseMs } from '#kernel/platform/waiting/timing.ts'
import type { WebhookEndpoint } from '../endpoints/endpoints.ts'
import { attempt } from '../sending/attempt.ts'
import type { Attempted, NewDelivery } from '../store/store.ts'

const LONGEST_PAUSE_MS = 1_000

export interface Forwarding {
  readonly stop: AbortSignal
  /** Called once while there is no answer, with the reason. */
  readonly waiting: (reason: string) => void
}

/** How an event was forwarded. */
export interface Forwarded extends Attempted {
  readonly attempts: number
}

/**
 * Calls the receiver as the process that delivers does, until it answers, whatever it answers: so a receiver
 * that is restarted misses nothing, and the order stays. Undefined if it was stopped.
 */
export async function forward(
  endpoint: WebhookEndpoint,
  delivery: NewDelivery,
  { stop, waiting }: Forwarding,
): Promise<Forwarded | undefined> {
  for (let attempts = 1; !stop.aborted; attempts += 1) {
    const attempted = await attemptAtEachAddress(endpoint, delivery, stop)
    if (attempted.status !== null) return { ...attempted, attempts }
    if (attempts === 1 && !stop.aborted) waiting(attempted.outcome)
    await pause(pauseMs(attempts, LONGEST_PAUSE_MS), stop)
  }
  return undefined
}

/** A program on this machine may listen at one of the addresses of `localhost` alone. */
async function attemptAtEachAddress(
  endpoint: WebhookEndpoint,
  delivery: NewDelivery,
  signal: AbortSignal,
): Promise<Attempted> {
  const { hostname } = new URL(endpoint.url)
  const since = performance.now()
  let last: Pick<Attempted, 'outcome' | 'status'> = { outcome: 'notFound', status: null }
  for (const address of await addressesNamed(hostname)) {
    const resolve = async () => [address]
    const due = { ...delivery, attempts: 0 }
    last = await attempt(endpoint, due, { allowPrivate: true, resolve, signal })
    if (last.outcome !== 'connection') break
  }
  const { outcome, status } = last
  return { outcome, status, durationMs: Math.round(performance.now() - since) }
}

async function addressesNamed(hostname: string): Promise<readonly string[]> {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return [hostname]
  return addressesOf(hostname).catch(() => [])
}
