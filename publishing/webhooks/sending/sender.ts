import type { Logger } from '#kernel/platform/process/logger.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import type { WebhookEndpoint } from '../endpoints/endpoints.ts'
import type { WebhookMetrics } from '../metrics.ts'
import type { DeliveryStore } from '../store/open-store.ts'
import type { Due } from '../store/store.ts'
import { type Attempting, attempt } from './attempt.ts'
import { GIVES_UP_AFTER_MS, pauseAfter, pauseOfEndpoint } from './back-off.ts'
import { verdictOn, wishedPauseMs } from './verdict.ts'

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
    endpoint: WebhookEndpoint,
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
  readonly change: (endpoint: WebhookEndpoint) => void
  /** Waits for the calls that are under way. */
  readonly close: () => Promise<void>
}

interface Sending extends SenderOptions {
  readonly pauseMs: (failures: number) => number
  readonly stop: AbortController
  /** By record. */
  readonly underWay: Map<string, Promise<void>>
  endpoint: WebhookEndpoint
  /** Of the endpoint, in a row: calls that were under way together count once. */
  failures: number
  /** Since this process has sent to it. */
  hasSucceeded: boolean
  /** Answers in a row that may refuse everything. */
  refusals: number
  /** By `performance.now()`. */
  pausedAt: number
  pausedUntil: number
  wakeUp: PromiseWithResolvers<undefined>
}

export function startSender(endpoint: WebhookEndpoint, options: SenderOptions): Sender {
  const sending: Sending = {
    pauseMs: pauseAfter,
    ...options,
    stop: new AbortController(),
    underWay: new Map(),
    endpoint,
    failures: 0,
    hasSucceeded: false,
    refusals: 0,
    pausedAt: 0,
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
  const { endpoint, logger, underWay } = sending
  const free = freeCalls(sending)
  if (free <= 0 || !endpoint.isEnabled || pauseLeftMs(sending) > 0) return
  for (const one of await nextDue(sending, free)) {
    const startedAt = performance.now()
    const done = deliver(sending, one)
      .catch((error: unknown) => {
        // It is sent again, and may have been accepted.
        holdBack(sending, startedAt)
        logger.warn({ err: error }, 'a delivery was not recorded')
      })
      .finally(() => {
        underWay.delete(one.record)
        sending.wakeUp.resolve(undefined)
      })
    underWay.set(one.record, done)
  }
}

/**
 * While the endpoint fails, an event that was not tried yet shows soonest that it works: what has failed
 * may fail for a reason of its own.
 */
async function nextDue({ endpoint, failures, store, underWay }: Sending, free: number) {
  const untried = failures > 0 ? await store.untried(endpoint.id, underWay.keys()) : undefined
  return untried === undefined ? store.due(endpoint.id, underWay.keys(), free) : [untried]
}

const freeCalls = ({ failures, refusals, underWay }: Sending) =>
  (failures + refusals > 0 ? 1 : AT_ONCE) - underWay.size

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
  const made = await attempt(endpoint, due, { ...sending, signal: stop.signal })
  const { outcome, status } = made
  if (outcome === 'stopped') return
  const attempted = { outcome, status, durationMs: performance.now() - startedAt }
  metrics.attempted(attempted)
  if (outcome === 'delivered') {
    await store.delivered(due, attempted)
    sending.hasSucceeded = true
    sending.refusals = 0
    // A call that began before the pause says nothing of the time after it.
    if (startedAt >= sending.pausedAt) {
      sending.failures = 0
      sending.pausedUntil = 0
    }
    return
  }
  const wishedMs = wishedPauseMs(made.retryAfter, Date.now())
  const verdict = verdictOn(status)
  const isOfEvent = verdict === 'event' || isKnownToFailAlone(sending, due, status)
  if (!isOfEvent && verdict === 'address') sending.refusals += 1
  else if (!isOfEvent) holdBack(sending, startedAt, wishedMs)
  const failingFor = await store.failed(due, attempted, {
    pauseMs: Math.max(pauseMs(due.attempts + 1), wishedMs),
    isOfEndpoint: !isOfEvent,
  })
  if (status === GONE) return disable(endpoint, 'gone', failingFor.ms)
  if (failingFor.triedMs > GIVES_UP_AFTER_MS) await disable(endpoint, 'failing', failingFor.ms)
}

/** An error of the receiver that comes again for this event, while it takes others. */
function isKnownToFailAlone(sending: Sending, { attempts }: Due, status: number | null) {
  const worksForOthers = sending.hasSucceeded && sending.failures === 0
  return status !== null && status >= 500 && attempts > 0 && worksForOthers
}

/** After one more failure in a row. The receiver may wish for a longer pause. */
function holdBack(sending: Sending, startedAt: number, wishedMs = 0) {
  const now = performance.now()
  if (startedAt >= sending.pausedAt) {
    sending.failures += 1
    sending.pausedAt = now
  }
  const pauseMs = Math.max(pauseOfEndpoint(sending.pauseMs(sending.failures)), wishedMs)
  sending.pausedUntil = Math.max(sending.pausedUntil, now + pauseMs)
}
