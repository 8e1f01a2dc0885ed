import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { exposeGauge } from '#kernel/platform/process/gauge.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import type { ParkedCompany } from './parking/parked-in.ts'

const HEAD_WITHIN_MS = 1_000

export interface ProjectionMetrics {
  readonly failed: () => void
  readonly standsAt: (position: LogPosition) => void
  /** Counts an event of an unknown type. */
  readonly skipped: (type: string) => void
  readonly parked: (companies: readonly ParkedCompany[]) => void
  /** Returns the function to call after the commit. */
  readonly batchStarts: (events: number) => () => void
  /** Takes back what only the leader knows. */
  readonly ended: () => void
}

export function createProjectionMetrics(
  registry: Registry,
  headOfLog: () => Promise<LogPosition>,
): ProjectionMetrics {
  const registers = [registry]
  const gauge = leadersGauges(registers)
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers })
  const events = histogram(
    'sarraf_projection_batch_events',
    'Events in a batch',
    [0, 1, 3, 10, 30, 100, 300, 1_000, 3_000],
  )
  const seconds = histogram(
    'sarraf_projection_batch_seconds',
    'From a complete batch to its commit',
    [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
  )
  const position = gauge(
    'sarraf_projection_position',
    'Position in the log up to which the tables are complete',
  )
  const committedAt = gauge(
    'sarraf_projection_last_commit_timestamp_seconds',
    'When the last batch was committed',
  )
  const failures = new Counter({
    name: 'sarraf_projection_failures_total',
    help: 'How often the projection had to be restarted',
    registers,
  })
  exposeHead(registry, headOfLog)
  const { parked, skipped, ended } = parkingMetrics(registers)
  return {
    parked,
    skipped,
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
    ended: () => {
      for (const known of [position, committedAt]) known.remove()
      ended()
    },
  }
}

/** Without a value until there is one: a standby knows none. */
const leadersGauges = (registers: Registry[]) => (name: string, help: string) => {
  const gauge = new Gauge({ name, help, registers })
  gauge.remove()
  return gauge
}

const MAX_TYPES_IN_LABELS = 50

type ParkingMetrics = Pick<ProjectionMetrics, 'skipped' | 'parked' | 'ended'>

function parkingMetrics(registers: Registry[]): ParkingMetrics {
  const gauge = leadersGauges(registers)
  const companies = gauge(
    'sarraf_projection_parked_companies',
    'Companies whose events wait because one of them could not be projected',
  )
  const events = gauge(
    'sarraf_projection_parked_events',
    'Events that wait in all parked companies',
  )
  const skipped = new Counter({
    name: 'sarraf_projection_skipped_events_total',
    help: 'Events that were skipped because their type is unknown',
    labelNames: ['type'],
    registers,
  })
  const types = new Set<string>()
  return {
    parked: (parked) => {
      companies.set(parked.length)
      events.set(parked.reduce((sum, { waiting }) => sum + waiting, 0))
    },
    skipped: (type) => {
      if (types.size < MAX_TYPES_IN_LABELS) types.add(type)
      skipped.inc({ type: types.has(type) ? type : 'another' })
    },
    ended: () => {
      for (const known of [companies, events]) known.remove()
    },
  }
}

/** Read from the store itself: a reader that is stuck must not be compared with itself. */
function exposeHead(registry: Registry, headOfLog: () => Promise<LogPosition>) {
  const metric = {
    name: 'sarraf_event_store_head_position',
    help: 'Position of the last event in the log; NaN when the store does not answer',
  }
  exposeGauge(registry, metric, () => answerWithin(HEAD_WITHIN_MS, headOfLog()).then(Number))
}
