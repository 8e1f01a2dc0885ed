import type { Moments } from './outcome.ts'
import { allWants, BUSY_FOR_MS, befalling, MORNING, type Plan, type PlannedClient } from './plan.ts'

/** One client, or one and two of them who want the same. */
export type Scope = 'alone' | 'pairs'

/** Shorter than a request waits, and longer. */
const SHORT_MS = 1_500
const LONG_MS = 9_000
const READY_AFTER_MS = 200
const LAG_MS = 700

/** Every plan of so few clients in which nothing goes wrong. */
export const quietPlans = (scope: Scope): readonly Plan[] => {
  const keys = scope === 'alone' ? KEYS_OF_ONE : [...KEYS_OF_ONE, ...KEYS_OF_TWO]
  return [...new Set(allWants)].flatMap((wants) =>
    [1, 2].flatMap((instances) => keys.map((hasKeys) => quiet(wants, instances, hasKeys))),
  )
}

/** Whether each of the clients has a key. */
const KEYS_OF_ONE = [[true], [false]]
const KEYS_OF_TWO = [
  [true, true],
  [true, false],
  [false, false],
]

const quiet = (
  wants: PlannedClient['wants'],
  instances: number,
  keys: readonly boolean[],
): Plan => ({
  seed: 1,
  clockOffsetsMs: Array.from({ length: instances }, () => 0),
  startsAt: MORNING,
  mischief: 0,
  clients: keys.map((hasKey, place) => ({
    place,
    wants,
    hasKey,
    clicksTwice: false,
    about: 1,
    at: READY_AFTER_MS,
    isOfSecondCompany: false,
    comesBackAfterMs: null,
  })),
  interruptions: [],
  networkFaults: [],
  ambushes: [],
  listChangesAt: BUSY_FOR_MS,
  lostAnswers: [],
  readsLagMs: LAG_MS,
  isInAnyOrder: false,
})

/** Behind those of the requests come those of what goes on by itself all the time. */
const MOST_STATEMENTS = 8

/** Each kind of fault at each append, short and long, and of one instance at each statement. */
export function* disturbed(plan: Plan, { appends, statements }: Moments): Generator<Plan> {
  const ownStatements = plan.clockOffsetsMs.length > 1 ? 0 : Math.min(statements, MOST_STATEMENTS)
  for (const how of befalling) {
    for (const append of numbersTo(appends)) {
      for (const lastsMs of [SHORT_MS, LONG_MS])
        yield { ...plan, ambushes: [{ append, how, lastsMs }] }
    }
    for (const statement of numbersTo(ownStatements))
      yield { ...plan, ambushes: [{ statement, how, lastsMs: LONG_MS }] }
  }
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
