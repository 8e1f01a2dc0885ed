import type { Registry } from 'prom-client'
import { exposeLabelled } from '#kernel/platform/process/gauge.ts'
import type { ProjectionReport } from './report.ts'

/**
 * Reports of the projections, read for each scrape from the log itself: a reader that is stuck must
 * not be compared with itself.
 */
export function exposeReports(
  registry: Registry,
  report: () => Promise<readonly ProjectionReport[]>,
): void {
  const askOnce = shared(report)
  for (const { name, help, valueOf } of gauges) {
    exposeLabelled(registry, { name, help, labelNames: ['projection'] }, async () =>
      (await askOnce()).map((each) => [{ projection: each.name }, valueOf(each) ?? Number.NaN]),
    )
  }
  const state = {
    name: 'sarraf_projection_state',
    help: '1 for the current state',
    labelNames: ['projection', 'state'] as const,
  }
  exposeLabelled(registry, state, async () =>
    (await askOnce()).map((each) => [{ projection: each.name, state: each.state }, 1]),
  )
}

interface ReportedGauge {
  readonly name: string
  readonly help: string
  /** Null if the log does not answer; the metric is then NaN. */
  readonly valueOf: (report: ProjectionReport) => number | null
}

const gauges: readonly ReportedGauge[] = [
  {
    name: 'sarraf_projection_lag_events',
    help: 'Events in the log that are not projected yet',
    valueOf: ({ lagEvents }) => lagEvents,
  },
  {
    name: 'sarraf_projection_oldest_unshown_seconds',
    help: 'Age of the oldest event that is not projected yet; zero when there is none',
    valueOf: ({ lagMs }) => lagMs && lagMs / 1_000,
  },
  {
    name: 'sarraf_projection_rate',
    help: 'Events per second over the last seconds',
    valueOf: ({ rate }) => rate,
  },
]

/** Calls during a call in flight share its result. */
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let inFlight: Promise<Result> | undefined
  return () => {
    inFlight ??= ask().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
