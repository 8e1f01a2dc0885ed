import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { answerWithin } from '#kernel/platform/event-store/waiting.ts'

const HEAD_WITHIN_MS = 1_000

export interface ProjectionMetrics {
  readonly failed: () => void
  readonly standsAt: (position: bigint) => void
  /** Call what it gives once the batch has been committed. */
  readonly batchStarts: (events: number) => () => void
}

export function createProjectionMetrics(
  registry: Registry,
  headOfLog: () => Promise<bigint>,
): ProjectionMetrics {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers })
  const events = histogram(
    'sarraf_projection_batch_events',
    'Events in a batch',
    [0, 1, 3, 10, 30, 100, 300, 1_000, 3_000],
  )
  const seconds = histogram(
    'sarraf_projection_batch_seconds',
    'From a batch at hand to its commit',
    [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
  )
  const position = gauge(
    'sarraf_projection_position',
    'Position in the log up to which the tables show everything',
  )
  const committedAt = gauge(
    'sarraf_projection_last_commit_timestamp_seconds',
    'When the tables moved on last',
  )
  const failures = new Counter({
    name: 'sarraf_projection_failures_total',
    help: 'How often the projection had to start over',
    registers,
  })
  exposeHead(registry, headOfLog)
  return {
    failed: () => failures.inc(),
    standsAt: (at) => position.set(Number(at)),
    batchStarts: (count) => {
      const stopTimer = seconds.startTimer()
      return () => {
        stopTimer()
        events.observe(count)
        committedAt.setToCurrentTime()
      }
    },
  }
}

/** Asked of the store itself: a reader that is stuck must not be compared with itself. */
function exposeHead(registry: Registry, headOfLog: () => Promise<bigint>) {
  const head: Gauge = new Gauge({
    name: 'sarraf_event_store_head_position',
    help: 'Position of the last event in the log; NaN when the store does not answer',
    registers: [registry],
    async collect() {
      head.set(await answerWithin(HEAD_WITHIN_MS, headOfLog()).then(Number, () => Number.NaN))
    },
  })
}
