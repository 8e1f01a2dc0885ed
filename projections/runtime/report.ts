import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import { lagOf } from './lag.ts'
import type { ParkedCompany } from './parking/parked-in.ts'
import type { ProjectionStatus } from './status.ts'

const LAG_WITHIN_MS = 1_000
/** Measuring the lag must not slow down catching up. */
const MAX_COUNTED = 500
/** The total is among the metrics. */
const MAX_PARKED = 20

/** A projection's status for people and their tools. */
export interface ProjectionReport {
  readonly name: string
  readonly version: string
  readonly schema: string
  readonly state: ProjectionStatus['phase']
  readonly position: number
  /** Null when the event store does not answer, and in a standby, which does not know the position. */
  readonly head: number | null
  readonly lagEvents: number | null
  /** Whether counting stopped at `lagEvents`. */
  readonly lagIsMore: boolean
  readonly lagMs: number | null
  readonly rate: number
  readonly parked: readonly ParkedCompany[]
  readonly rebuild?: { readonly phase: string; readonly position: number; readonly target: number }
}

export async function reportOf(
  { name, version, schema, phase, position, rate, parked, rebuild }: ProjectionStatus,
  eventStore: Pick<EventStore, 'readLog' | 'headOfLog'>,
): Promise<ProjectionReport> {
  const lag =
    phase === 'standingBy'
      ? undefined
      : await answerWithin(LAG_WITHIN_MS, lagOf(eventStore, position, MAX_COUNTED)).catch(
          () => undefined,
        )
  return {
    name,
    version,
    schema,
    state: phase,
    position: Number(position),
    head: lag === undefined ? null : Number(lag.head),
    lagEvents: lag?.events ?? null,
    lagIsMore: lag?.isMore ?? false,
    lagMs: lag?.ms ?? null,
    rate,
    parked: parked.slice(0, MAX_PARKED),
    ...(rebuild && { rebuild: progressOf(rebuild) }),
  }
}

const progressOf = ({ phase, position, target }: NonNullable<ProjectionStatus['rebuild']>) => ({
  phase,
  position: Number(position),
  target: Number(target),
})
