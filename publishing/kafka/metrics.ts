import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { exposeGauge, exposeLabelled } from '#kernel/platform/process/gauge.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import type { Publication } from '#publishing/events/public-event.ts'
import type { FeedStatus } from './status.ts'

const HEAD_WITHIN_MS = 1_000

export type FeedMetrics = ReturnType<typeof createFeedMetrics>

export function createFeedMetrics(registry: Registry) {
  const registers = [registry]
  const published = new Counter({
    name: 'sarraf_feed_published_events_total',
    help: 'Public events in committed transactions',
    labelNames: ['topic'],
    registers,
  })
  const seconds = new Histogram({
    name: 'sarraf_feed_transaction_seconds',
    help: 'From the first record of a Kafka transaction to its commit',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
    registers,
  })
  const delay = new Histogram({
    name: 'sarraf_feed_delay_seconds',
    help: 'From the recording of an event to its commit in Kafka, by the clocks of both machines',
    buckets: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 30, 120, 600, 3_600],
    registers,
  })
  const committedAt = new Gauge({
    name: 'sarraf_feed_last_commit_timestamp_seconds',
    help: 'When the last transaction was committed; an idle feed commits its position too',
    registers,
  })
  const failures = new Counter({
    name: 'sarraf_feed_failures_total',
    help: 'How often the feed started again after a failure',
    registers,
  })
  return {
    failed: () => failures.inc(),
    transactionStarts: () => seconds.startTimer(),
    committed: (publications: readonly Publication[]) => {
      committedAt.setToCurrentTime()
      for (const { event, recorded } of publications) {
        if (event.topic !== null) published.inc({ topic: event.topic })
        delay.observe(Math.max(0, Date.now() - Date.parse(recorded.metadata.recordedAt)) / 1_000)
      }
    },
  }
}

interface MeasuredFeed {
  /** Undefined until the feed has started. */
  readonly status: () => FeedStatus | undefined
  readonly headOfLog: () => Promise<LogPosition>
}

/** The head comes from the store, not from the subscription: a stuck subscription would show no lag. */
export function exposeStatus(registry: Registry, { status, headOfLog }: MeasuredFeed): void {
  const at = () => Number(status()?.position ?? Number.NaN)
  const lag = {
    name: 'sarraf_feed_lag_positions',
    help: 'From the published position to the head of the log; NaN when either is unknown',
  }
  exposeGauge(registry, lag, async () => {
    const head = await answerWithin(HEAD_WITHIN_MS, headOfLog())
    return Math.max(0, Number(head) - at())
  })
  const reached = {
    name: 'sarraf_feed_position',
    help: 'Position in the log up to which everything has been published',
  }
  exposeGauge(registry, reached, at)
  const state = {
    name: 'sarraf_feed_state',
    help: '1 for the current state',
    labelNames: ['state'] as const,
  }
  exposeLabelled(registry, state, () => [[{ state: status()?.phase ?? 'starting' }, 1]])
}
