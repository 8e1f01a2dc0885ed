import { type Disturbance, disturbances, type Peer } from './world/network.ts'
import type { Random } from './world/random.ts'

/** What a client wants. */
const wants = [
  'a voucher',
  'a draft',
  'another voucher',
  'a voucher of a transaction',
  'an official voucher',
  'an official voucher',
  'no draft any more',
  'an invoice',
  'an invoice draft',
  'no invoice draft any more',
  'an invoice of a transaction',
  'a form',
  'a sanction check',
  'a label',
  'the bank’s bookings',
] as const
/** Drawn last and seldom, so that the other plans stay as they are. */
const rareWants = ['a voucher with a number', 'no prepared draft any more'] as const
export const allWants = [...wants, ...rareWants] as const
export type Want = (typeof allWants)[number]

export interface PlannedClient {
  /** Its number, from nought. */
  readonly place: number
  readonly wants: Want
  readonly hasKey: boolean
  /** It sends each request twice at once. */
  readonly clicksTwice: boolean
  /** Whose person or transaction it is about: clients with the same number want the same. */
  readonly about: number
  /** Virtual milliseconds after the beginning. */
  readonly at: number
  /** Of a second company, with the same people, bodies and keys as the client of the first at the same place. */
  readonly isOfSecondCompany: boolean
  /** With the same key it asks again, so long after its answer. */
  readonly comesBackAfterMs: number | null
}

export interface PlannedFault {
  readonly at: number
  readonly lastsMs: number
}

export type Interruption = PlannedFault & {
  readonly instance: number
  readonly how: (typeof interruptions)[number]
}

/**
 * It dies, and starts again after the time; or it never does, and only if it was the last one another one starts
 * then; or it has to stop, ends what it has begun, and starts again; or nothing of it runs for the time.
 */
export const interruptions = ['dies', 'dies for good', 'stops', 'is suspended'] as const

/** What befalls an instance between two steps of its work: right after an append, or a statement at the database. */
export interface Ambush {
  /** Which one since the first client came. */
  readonly append?: number
  readonly statement?: number
  readonly how: Exclude<Interruption['how'], 'dies for good' | 'stops'> | Disturbance['how']
  readonly lastsMs: number
}

export type NetworkFault = PlannedFault &
  Pick<Disturbance, 'peer' | 'how'> & {
    /** Null: between all instances and the peer. */
    readonly instance: number | null
  }

/** All that a simulation is made of, from its seed. What of it is not needed for a fault can be left out. */
export interface Plan {
  readonly seed: number
  /** By how much the clock of each instance is ahead. */
  readonly clockOffsetsMs: readonly number[]
  readonly startsAt: number
  readonly mischief: number
  readonly clients: readonly PlannedClient[]
  readonly interruptions: readonly Interruption[]
  readonly networkFaults: readonly NetworkFault[]
  readonly ambushes: readonly Ambush[]
  /** Of the statements that keep answers, those before whose flush the database dies. */
  readonly lostAnswers: readonly number[]
  /** When another version of a sanction list is published. */
  readonly listChangesAt: number
  /** How long after an event queries show it. */
  readonly readsLagMs: number
  /** Whether chance decides in which order things happen that are due at the same moment. */
  readonly isInAnyOrder: boolean
}

/** Clients begin, and faults happen, within this time. */
export const BUSY_FOR_MS = 12_000
const LONGEST_FAULT_MS = 9_000
const LONGEST_ABSENCE_MS = 15_000
const LONGEST_AMBUSH_MS = 10_000
/** So long that the others take it for dead, and do its work. */
const LONGEST_PAUSE_MS = 15_000
export const befalling = ['dies', 'is suspended', ...disturbances] as const
const pauses = ['is suspended', 'is suspended', 'dies'] as const
const deaths = ['dies', 'dies', 'dies for good', 'stops'] as const
const AMBUSHED_APPENDS = 12
const AMBUSHED_STATEMENTS = 40
const KEPT_ANSWERS = 4
/** Longer than a request waits. */
const LONGEST_LAG_MS = 3_000
const onTheWay = ['holds', 'holds', 'losesRequests', 'losesAnswers'] as const
export const MORNING = Date.parse('2026-11-26T06:00:00Z')
/** The last seconds of the day in the company's zone. */
export const MIDNIGHT = Date.parse('2026-11-26T20:59:55Z')

export function planOf(seed: number, random: Random): Plan {
  const { integer, pick, chance } = random
  const many = <Item>(from: number, to: number, make: (place: number) => Item) =>
    Array.from({ length: integer(from, to) }, (_, place) => make(place))
  /** Of some seeds half of the kinds: what is rare among all is frequent then. */
  const isSwarm = chance(0.5)
  const some = <Item>(items: readonly Item[]): readonly Item[] => {
    const kept = isSwarm ? items.filter(() => chance(0.5)) : items
    return kept.length > 0 ? kept : [pick(items)]
  }
  const clockOffsetsMs = many(1, 3, () => (chance(0.4) ? integer(-1_500, 1_500) : 0))
  const instances = clockOffsetsMs.length
  const startsAt = chance(0.1) ? MIDNIGHT : MORNING
  /** Then every instance can know the time, and who is alive. */
  const hasCommonTime = chance(0.5)
  const when = (): PlannedFault => ({
    at: integer(0, BUSY_FOR_MS),
    lastsMs: integer(50, LONGEST_FAULT_MS),
  })
  const ambushed = some<Ambush['how']>([
    ...onTheWay,
    ...(hasCommonTime ? (['dies'] as const) : pauses),
  ])
  const interrupted = some<Interruption['how']>(
    hasCommonTime ? deaths : [...deaths, 'is suspended'],
  )
  const disturbed = some(disturbances)
  const wanted = some(wants)
  const ambush = (): Ambush => {
    const how = pick(ambushed)
    const longestMs = how === 'is suspended' ? LONGEST_PAUSE_MS : LONGEST_AMBUSH_MS
    // What becomes of a statement's answer makes clocks uncertain.
    const isStatement = (how === 'dies' || !hasCommonTime) && chance(0.2)
    return {
      ...(isStatement
        ? { statement: integer(1, AMBUSHED_STATEMENTS) }
        : { append: integer(1, integer(2, AMBUSHED_APPENDS)) }),
      how,
      lastsMs: integer(50, longestMs),
    }
  }
  const plan: Plan = {
    seed,
    clockOffsetsMs,
    startsAt,
    mischief: pick([0, 0.1, 0.3]),
    clients: many(2, 5, (place) => ({
      place,
      wants: pick(wanted),
      hasKey: chance(0.5),
      clicksTwice: chance(0.15),
      // The next day, the same is no duplicate.
      about: startsAt === MIDNIGHT ? place + 1 : integer(1, 4),
      at: integer(0, BUSY_FOR_MS / 2),
      isOfSecondCompany: false,
      comesBackAfterMs: chance(0.3) ? integer(0, LONGEST_ABSENCE_MS) : null,
    })),
    interruptions: many(1, 4, () => ({
      ...when(),
      instance: integer(0, instances - 1),
      how: pick(interrupted),
    })),
    networkFaults: many(2, 4, () => ({
      ...when(),
      peer: pick<Peer>(hasCommonTime ? ['log'] : ['log', 'log', 'database']),
      how: pick(disturbed),
      instance: chance(0.5) ? null : integer(0, instances - 1),
    })),
    ambushes: many(1, 4, ambush),
    listChangesAt: integer(0, BUSY_FOR_MS),
    lostAnswers: many(0, 2, () => integer(1, KEPT_ANSWERS)),
    readsLagMs: chance(0.3) ? 0 : integer(1, LONGEST_LAG_MS),
    isInAnyOrder: chance(0.5),
  }
  const clients = plan.clients.map((client) =>
    chance(0.1) ? { ...client, wants: pick(rareWants) } : client,
  )
  return {
    ...plan,
    clients: chance(0.25) ? [...clients, ...clients.flatMap(asOfSecondCompany)] : clients,
  }
}

/** The bank knows one of them alone. */
const asOfSecondCompany = (client: PlannedClient) =>
  client.wants === 'the bank’s bookings' ? [] : [{ ...client, isOfSecondCompany: true }]

/** Every plan that lacks one thing of this one. */
export function* smaller(plan: Plan): Generator<Plan> {
  for (const part of [
    'clients',
    'interruptions',
    'networkFaults',
    'ambushes',
    'lostAnswers',
  ] as const) {
    for (const index of plan[part].keys()) {
      yield { ...plan, [part]: plan[part].toSpliced(index, 1) }
    }
  }
  if (plan.mischief > 0) yield { ...plan, mischief: 0 }
  if (plan.readsLagMs > 0) yield { ...plan, readsLagMs: 0 }
  if (plan.isInAnyOrder) yield { ...plan, isInAnyOrder: false }
  if (plan.clockOffsetsMs.length > 1) {
    const instances = plan.clockOffsetsMs.length - 1
    const isThere = ({ instance }: { readonly instance: number | null }) =>
      instance === null || instance < instances
    yield {
      ...plan,
      clockOffsetsMs: plan.clockOffsetsMs.slice(0, instances),
      interruptions: plan.interruptions.filter(isThere),
      networkFaults: plan.networkFaults.filter(isThere),
    }
  }
  if (plan.clockOffsetsMs.some((offset) => offset !== 0)) {
    yield { ...plan, clockOffsetsMs: plan.clockOffsetsMs.map(() => 0) }
  }
}
