import { Histogram, type Registry } from 'prom-client'
import { exposeLabelled } from '#kernel/platform/process/gauge.ts'
import { type Backlog, lateSeconds, refusingSeconds } from '#kernel/platform/webhooks/backlogs.ts'
import type { Attempted } from './store/store.ts'

export interface WebhookMetrics {
  readonly attempted: (attempted: Attempted) => void
}

export function webhookMetrics(
  registry: Registry,
  backlogs: () => Promise<readonly Backlog[]>,
): WebhookMetrics {
  const duration = new Histogram({
    name: 'sarraf_webhook_attempt_seconds',
    help: 'Time of an attempt to deliver an event, by its outcome',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  })
  let reading: Promise<readonly Backlog[]> | undefined
  /** Without the database nothing is known, and nothing shown. */
  const backlogsNow = () => {
    reading ??= backlogs()
      .catch(() => [])
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const gauges = {
    sarraf_webhook_waiting: ['Deliveries that wait', ({ waiting }: Backlog) => waiting],
    sarraf_webhook_disabled: [
      '1 for an endpoint that is disabled because it failed for days or answered 410',
      ({ isGivenUp }: Backlog) => Number(isGivenUp),
    ],
    sarraf_webhook_oldest_seconds: [
      'Age of the oldest delivery that waits, 0 while nothing is sent',
      lateSeconds,
    ],
    sarraf_webhook_standing_still: [
      '1 while an event that cannot be read blocks the others',
      ({ failure }: Backlog) => (failure === null ? 0 : 1),
    ],
    sarraf_webhook_failing_seconds: [
      'For how long an endpoint has accepted nothing, 0 after a success and while nothing is sent',
      refusingSeconds,
    ],
  } as const
  for (const [name, [what, valueOf]] of Object.entries(gauges)) {
    const metric = { name, help: `${what}, by endpoint`, labelNames: ['endpoint'] as const }
    exposeLabelled(registry, metric, async () =>
      (await backlogsNow()).map((one) => [{ endpoint: one.endpointId }, valueOf(one)]),
    )
  }
  return {
    attempted: ({ outcome, durationMs }) => duration.observe({ outcome }, durationMs / 1_000),
  }
}
