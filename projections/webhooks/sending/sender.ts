import type { Logger } from '#kernel/platform/logger.ts'
import { pause } from '#kernel/platform/timing.ts'
import type { Endpoint } from '../endpoints.ts'
import type { WebhookMetrics } from '../metrics.ts'
import type { DeliveryStore, Due } from '../store/store.ts'
import { type Attempting, attempt } from './attempt.ts'
import { GIVES_UP_AFTER_MS, pauseAfter, pauseOfEndpoint } from './back-off.ts'

/** Of different records, at one endpoint. While it fails, one is enough to notice that it is back. */
const AT_ONCE = 8
/** No wait is longer, in case a wake-up is lost. */
const LONGEST_WAIT_MS = 60_000
const SHORTEST_WAIT_MS = 20
const GONE = 410

export interface SenderOptions extends Omit<Attempting, 'signal'> {
  readonly store: DeliveryStore
  readonly logger: Logger
  readonly metrics: WebhookMetrics
  /** Records that an endpoint is disabled. */
  readonly disable: (
    endpoint: Endpoint,
    reason: 'failing' | 'gone',
    failingForMs: number,
  ) => Promise<void>
  /** How long an event waits after that number of failures. */
  readonly pauseMs?: (failures: number) => number
}

/** Sends the due deliveries of one endpoint until it is closed. A slow endpoint does not delay others. */
export interface Sender {
  /** There may be something new. */
  readonly wake: () => void
  /** The endpoint as it is from now on. */
  readonly change: (endpoint: Endpoint) => void
  /** Waits for the calls that are under way. */
  readonly close: () => Promise<void>
}

interface Sending extends SenderOptions {
  readonly pauseMs: (failures: number) => number
  readonly stop: AbortController
  /** By record. */
  readonly underWay: Map<string, Promise<void>>
  endpoint: Endpoint
  /** In a row. */
  failures: number
  /** By `performance.now()`. */
  pausedUntil: number
  wakeUp: PromiseWithResolvers<undefined>
}

export function startSender(endpoint: Endpoint, options: SenderOptions): Sender {
  const sending: Sending = {
    pauseMs: pauseAfter,
    ...options,
    stop: new AbortController(),
    underWay: new Map(),
    endpoint,
    failures: 0,
    pausedUntil: 0,
    wakeUp: Promise.withResolvers(),
  }
  const ended = run(sending)
  return {
    wake: () => sending.wakeUp.resolve(undefined),
    change(changed) {
      sending.endpoint = changed
      sending.pausedUntil = 0
      sending.wakeUp.resolve(undefined)
    },
    close: async () => {
      sending.stop.abort()
      await ended
    },
  }
}

async function run(sending: Sending) {
  const { stop, underWay, endpoint, logger } = sending
  while (!stop.signal.aborted) {
    sending.wakeUp = Promise.withResolvers()
    await begin(sending).catch((error: unknown) =>
      logger.warn({ err: error, endpoint: endpoint.id }, 'deliveries cannot be read'),
    )
    await Promise.race([sending.wakeUp.promise, pause(await waitMs(sending), stop.signal)])
  }
  await Promise.all(underWay.values())
}

/** Begins what may be begun now. */
async function begin(sending: Sending) {
  const { endpoint, logger, store, underWay } = sending
  const free = freeCalls(sending)
  if (free <= 0 || !endpoint.isEnabled || pauseLeftMs(sending) > 0) return
  for (const one of await store.due(endpoint.id, underWay.keys(), free)) {
    const done = deliver(sending, one)
      .catch((error: unknown) => {
        // It is sent again, and may have been accepted.
        holdBack(sending)
        logger.warn({ err: error }, 'a delivery was not recorded')
      })
      .finally(() => {
        underWay.delete(one.record)
        sending.wakeUp.resolve(undefined)
      })
    underWay.set(one.record, done)
  }
}

const freeCalls = ({ failures, underWay }: Sending) => (failures > 0 ? 1 : AT_ONCE) - underWay.size

const pauseLeftMs = ({ pausedUntil }: Sending) => pausedUntil - performance.now()

async function waitMs(sending: Sending): Promise<number> {
  const { endpoint, store, underWay } = sending
  // A change of the endpoint ends the wait, and so does the end of a call.
  if (!endpoint.isEnabled || freeCalls(sending) <= 0) return LONGEST_WAIT_MS
  const next = await store.nextInMs(endpoint.id, underWay.keys()).catch(() => undefined)
  const wait = Math.max(next ?? LONGEST_WAIT_MS, pauseLeftMs(sending), SHORTEST_WAIT_MS)
  return Math.min(wait, LONGEST_WAIT_MS)
}

async function deliver(sending: Sending, due: Due) {
  const { disable, endpoint, metrics, pauseMs, stop, store } = sending
  const startedAt = performance.now()
  const { outcome, status } = await attempt(endpoint, due, { ...sending, signal: stop.signal })
  if (outcome === 'stopped') return
  const attempted = { outcome, status, durationMs: performance.now() - startedAt }
  metrics.attempted(attempted)
  if (outcome === 'delivered') {
    await store.delivered(due, attempted)
    sending.failures = 0
    sending.pausedUntil = 0
    return
  }
  holdBack(sending)
  const failingFor = await store.failed(due, attempted, pauseMs(due.attempts + 1))
  if (status === GONE) return disable(endpoint, 'gone', failingFor.ms)
  if (failingFor.triedMs > GIVES_UP_AFTER_MS) await disable(endpoint, 'failing', failingFor.ms)
}

/** After one more failure in a row. */
function holdBack(sending: Sending) {
  sending.failures += 1
  sending.pausedUntil = performance.now() + pauseOfEndpoint(sending.pauseMs(sending.failures))
}
