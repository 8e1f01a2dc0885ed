import { AnotherLog } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { ParkedCompany } from './parking/parked-in.ts'

/** A projection's status, for health, metrics and the log. */
export interface ProjectionStatus {
  readonly name: string
  /** Of this program: digests of projectors, tables and indexes. */
  readonly version: string
  /** The schema that readers see. */
  readonly schema: string
  /**
   * `standingBy`: another process leads. `awaitingTables`: the served tables have another shape than
   * this program writes, and its own are being built. `superseded`: tables of another version replaced
   * this program's. `catchingUp` until it reaches the head of the log as of the start of its term.
   * `anotherLog`: the tables were made from another log than the event store has; nothing is written.
   * `logSetBack`: the log has lost events that the tables show; nothing is written either.
   * `failing` while it waits for the next attempt.
   */
  readonly phase:
    | 'starting'
    | 'standingBy'
    | 'awaitingTables'
    | 'superseded'
    | 'catchingUp'
    | 'live'
    | 'anotherLog'
    | 'logSetBack'
    | 'failing'
    | 'stopped'
  readonly position: LogPosition
  /** Events per second, over the last seconds. */
  readonly rate: number
  /** Why the last term ended; kept until the next one is live. */
  readonly failure: string | undefined
  /** Parked companies; only the leader knows them. */
  readonly parked: readonly ParkedCompany[]
  /** While this process builds tables of its version next to those that are served. */
  readonly rebuild: RebuildStatus | undefined
}

export interface RebuildStatus {
  readonly phase: 'building' | 'tidying' | 'comparing' | 'switching' | 'failing'
  readonly position: LogPosition
  readonly target: LogPosition
  readonly failure: string | undefined
}

export interface StatusBoard {
  readonly current: () => ProjectionStatus
  readonly enter: (phase: ProjectionStatus['phase']) => void
  readonly fail: (error: unknown) => void
  /** `events`: how many were read on the way. */
  readonly moveTo: (position: LogPosition, events: number) => void
  readonly park: (companies: readonly ParkedCompany[]) => void
  /** Changes some fields; `undefined` clears all. */
  readonly rebuild: (change: Partial<RebuildStatus> | undefined) => void
}

type Identity = Pick<ProjectionStatus, 'name' | 'version' | 'schema'>

export function createStatusBoard(identity: Identity): StatusBoard {
  let status: ProjectionStatus = {
    ...identity,
    phase: 'starting',
    position: START_OF_LOG,
    rate: 0,
    failure: undefined,
    parked: [],
    rebuild: undefined,
  }
  const speed = createSpeed()
  return {
    current: () => ({ ...status, rate: speed.now() }),
    enter: (phase) => {
      const failure = phase === 'catchingUp' ? status.failure : undefined
      status = { ...status, phase, failure }
    },
    fail: (error) => {
      const failure = error instanceof Error ? error.message : String(error)
      status = { ...status, phase: error instanceof AnotherLog ? error.state : 'failing', failure }
    },
    moveTo: (position, events) => {
      speed.passed(events)
      status = { ...status, position }
    },
    park: (parked) => {
      status = { ...status, parked }
    },
    rebuild: (change) => {
      const before = status.rebuild ?? { ...NOTHING_BUILT }
      const rebuild = change && { ...before, failure: undefined, ...change }
      status = { ...status, rebuild }
    },
  }
}

const NOTHING_BUILT: RebuildStatus = {
  phase: 'building',
  position: START_OF_LOG,
  target: START_OF_LOG,
  failure: undefined,
}

const SPEED_OVER_MS = 5_000
const SAMPLE_EVERY_MS = 250

/** Events per second over the last seconds, from samples. */
function createSpeed() {
  let samples: readonly { readonly at: number; readonly events: number }[] = []
  let events = 0
  const recent = () => samples.filter(({ at }) => performance.now() - at < SPEED_OVER_MS)
  return {
    passed(more: number) {
      events += more
      const at = performance.now()
      if (at - (samples.at(-1)?.at ?? 0) < SAMPLE_EVERY_MS) return
      samples = [...recent(), { at, events }]
    },
    now() {
      const [first, last] = [recent()[0], recent().at(-1)]
      if (first === undefined || last === undefined || last.at === first.at) return 0
      return Math.round(((last.events - first.events) * 1_000) / (last.at - first.at))
    },
  }
}
