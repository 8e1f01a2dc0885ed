import type { Disturbance } from '../world/network.ts'
import type { Random } from '../world/random.ts'

interface PlannedFault {
  readonly at: number
  readonly lastsMs: number
}

/** `vanishes`: the server is not told that its connections have ended. */
const ends = ['dies', 'dies', 'vanishes', 'is suspended', 'is suspended'] as const
type End = (typeof ends)[number]

export type Interruption = PlannedFault & { readonly instance: number; readonly how: End }

/** What befalls a process whose statement has just been executed: between two steps of its work. */
export interface Ambush {
  readonly statement: number
  readonly how: End | 'loses the answer' | 'the database crashes'
  readonly lastsMs: number
}

export type NetworkFault = PlannedFault &
  Pick<Disturbance, 'how'> & {
    readonly peer: 'log' | 'database'
    /** Null: between all processes and the peer. */
    readonly instance: number | null
  }

/** What an operator does. */
export interface Errand {
  readonly at: number
  readonly what: 'rebuilds' | 'goes back'
}

export interface PlannedInstance {
  readonly clockOffsetMs: number
  /** The version of its program, when it starts again it may be a later one. */
  readonly isNewer: boolean
  readonly startsAt: number
}

/** All that a simulation of the projections is made of, from its seed. */
export interface Plan {
  readonly seed: number
  readonly maxBatch: number
  readonly writers: number
  readonly steps: number
  readonly instances: readonly PlannedInstance[]
  readonly interruptions: readonly Interruption[]
  readonly networkFaults: readonly NetworkFault[]
  readonly ambushes: readonly Ambush[]
  readonly errands: readonly Errand[]
  readonly databaseCrashes: readonly PlannedFault[]
}

/** Events come, and faults happen, within this time. */
export const BUSY_FOR_MS = 15_000
export const STARTS_AT = Date.parse('2026-11-26T06:00:00Z')
const LONGEST_FAULT_MS = 6_000
const LONGEST_CLOCK_FAULT_MS = 3_600_000
const AMBUSHED_STATEMENTS = 150

export function planOf(seed: number, random: Random): Plan {
  const { integer, pick, chance } = random
  const many = <Item>(from: number, to: number, make: (place: number) => Item) =>
    Array.from({ length: integer(from, to) }, (_, place) => make(place))
  const instances = many(1, 3, (place) => ({
    clockOffsetMs: chance(0.4) ? integer(-LONGEST_CLOCK_FAULT_MS, LONGEST_CLOCK_FAULT_MS) : 0,
    isNewer: place > 0 && chance(0.15),
    startsAt: place === 0 ? 0 : integer(0, BUSY_FOR_MS / 2),
  }))
  const when = (): PlannedFault => ({
    at: integer(0, BUSY_FOR_MS),
    lastsMs: integer(50, LONGEST_FAULT_MS),
  })
  return {
    seed,
    maxBatch: pick([1, 3, 10, 1_000]),
    writers: integer(2, 4),
    steps: integer(10, 40),
    instances,
    interruptions: many(1, 3, () => ({
      ...when(),
      instance: integer(0, instances.length - 1),
      how: pick(ends),
    })),
    networkFaults: many(1, 3, () => ({
      ...when(),
      peer: pick(['log', 'database', 'database'] as const),
      how: pick(['losesRequests', 'losesAnswers', 'holds', 'isSlow'] as const),
      instance: chance(0.4) ? null : integer(0, instances.length - 1),
    })),
    ambushes: many(1, 5, () => ({
      statement: integer(1, AMBUSHED_STATEMENTS),
      how: pick([...ends, 'loses the answer', 'loses the answer', 'the database crashes'] as const),
      lastsMs: integer(50, LONGEST_FAULT_MS),
    })),
    errands: many(0, 3, () => ({
      at: integer(1_000, BUSY_FOR_MS),
      what: pick(['rebuilds', 'rebuilds', 'goes back'] as const),
    })),
    databaseCrashes: chance(0.3) ? [when()] : [],
  }
}

const lists = ['interruptions', 'networkFaults', 'ambushes', 'errands', 'databaseCrashes'] as const

/** Every plan that lacks one thing of this one. */
export function* smaller(plan: Plan): Generator<Plan> {
  for (const list of lists) {
    for (const index of plan[list].keys()) yield { ...plan, [list]: plan[list].toSpliced(index, 1) }
  }
  if (plan.instances.length > 1) {
    const instances = plan.instances.slice(0, -1)
    const isThere = ({ instance }: { readonly instance: number | null }) =>
      instance === null || instance < instances.length
    yield {
      ...plan,
      instances,
      interruptions: plan.interruptions.filter(isThere),
      networkFaults: plan.networkFaults.filter(isThere),
    }
  }
  if (plan.writers > 1) yield { ...plan, writers: plan.writers - 1 }
  if (plan.steps > 4) yield { ...plan, steps: Math.floor(plan.steps / 2) }
  if (plan.instances.some(({ clockOffsetMs }) => clockOffsetMs !== 0)) {
    yield { ...plan, instances: plan.instances.map((one) => ({ ...one, clockOffsetMs: 0 })) }
  }
}
