import { Gauge, type Registry } from 'prom-client'
import type { ProjectionReport } from './report.ts'

/**
 * Where the projections stand, asked anew for each scrape and of the log itself: a reader that is
 * stuck must not be compared with itself.
 */
export function exposeReports(
  registry: Registry,
  report: () => Promise<readonly ProjectionReport[]>,
): void {
  const askOnce = shared(report)
  for (const { name, help, valueOf } of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: ['projection'],
      registers: [registry],
      async collect() {
        for (const told of await askOnce()) {
          gauge.set({ projection: told.name }, valueOf(told) ?? Number.NaN)
        }
      },
    })
  }
  const state: Gauge = new Gauge({
    name: 'sarraf_projection_state',
    help: '1 for the state it is in',
    labelNames: ['projection', 'state'],
    registers: [registry],
    async collect() {
      const reports = await askOnce()
      state.reset()
      for (const told of reports) state.set({ projection: told.name, state: told.state }, 1)
    },
  })
}

interface ReportedGauge {
  readonly name: string
  readonly help: string
  /** Null where the log does not answer: NaN then. */
  readonly valueOf: (told: ProjectionReport) => number | null
}

const gauges: readonly ReportedGauge[] = [
  {
    name: 'sarraf_projection_lag_events',
    help: 'Events in the log that the tables do not show yet',
    valueOf: ({ lagEvents }) => lagEvents,
  },
  {
    name: 'sarraf_projection_oldest_unshown_seconds',
    help: 'Age of the oldest event that the tables do not show yet; nought when there is none',
    valueOf: ({ lagMs }) => lagMs && lagMs / 1_000,
  },
  {
    name: 'sarraf_projection_rate',
    help: 'Positions in the log passed in a second',
    valueOf: ({ rate }) => rate,
  },
]

/** Those who ask while an answer is on its way share it. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | undefined
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
