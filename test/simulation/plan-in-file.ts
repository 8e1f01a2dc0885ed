import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  allWants,
  BUSY_FOR_MS,
  interruptions,
  MORNING,
  type Plan,
  type PlannedClient,
} from './plan.ts'
import { disturbances } from './world/network.ts'

const moment = Type.Integer({ minimum: 0, maximum: BUSY_FOR_MS })
const duration = Type.Integer({ minimum: 1, maximum: 60_000 })
const instance = Type.Integer({ minimum: 0, maximum: 2 })
/** Before, nobody answers: instances start. */
const READY_AFTER_MS = 200
const USUAL_LAG_MS = 700

const oneOf = <Name extends string>(names: readonly Name[]) =>
  Type.Union(names.map((name) => Type.Literal(name)))
const exactly = { additionalProperties: false } as const
const disturbed = oneOf(disturbances)

/** What a client, or a fault, needs is said; what nothing is said about does not happen. */
const PartialPlan = Compile(
  Type.Partial(
    Type.Object(
      {
        seed: Type.Integer({ minimum: 1 }),
        clockOffsetsMs: Type.Array(Type.Integer(), { minItems: 1, maxItems: 3 }),
        startsAt: Type.Integer({ minimum: 0 }),
        mischief: Type.Number({ minimum: 0, maximum: 1 }),
        listChangesAt: moment,
        readsLagMs: Type.Integer({ minimum: 0 }),
        isInAnyOrder: Type.Boolean(),
        lostAnswers: Type.Array(Type.Integer({ minimum: 1 })),
        clients: Type.Array(
          Type.Object(
            {
              wants: oneOf(allWants),
              place: Type.Optional(Type.Integer({ minimum: 0 })),
              hasKey: Type.Optional(Type.Boolean()),
              clicksTwice: Type.Optional(Type.Boolean()),
              about: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
              at: Type.Optional(moment),
              isOfSecondCompany: Type.Optional(Type.Boolean()),
              comesBackAfterMs: Type.Optional(Type.Union([duration, Type.Null()])),
            },
            exactly,
          ),
          { maxItems: 10 },
        ),
        interruptions: Type.Array(
          Type.Object(
            {
              at: moment,
              lastsMs: duration,
              instance,
              how: oneOf(interruptions),
            },
            exactly,
          ),
        ),
        networkFaults: Type.Array(
          Type.Object(
            {
              at: moment,
              lastsMs: duration,
              peer: oneOf(['log', 'database']),
              how: disturbed,
              instance: Type.Union([instance, Type.Null()]),
            },
            exactly,
          ),
        ),
        ambushes: Type.Array(
          Type.Object(
            {
              append: Type.Optional(Type.Integer({ minimum: 1 })),
              statement: Type.Optional(Type.Integer({ minimum: 1 })),
              how: Type.Union([oneOf(['dies', 'is suspended']), disturbed]),
              lastsMs: duration,
            },
            exactly,
          ),
        ),
      },
      exactly,
    ),
  ),
)

/** A plan that a person has written, or that the end of a story has shown. */
export async function planInFile(file: string): Promise<Plan> {
  const given: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!PartialPlan.Check(given)) {
    const [wrong] = PartialPlan.Errors(given)
    throw new Error(`${file}: ${wrong?.instancePath ?? ''} ${wrong?.message ?? 'is no plan'}`)
  }
  const { clients = [], ...others } = given
  return {
    seed: 1,
    clockOffsetsMs: [0],
    startsAt: MORNING,
    mischief: 0,
    interruptions: [],
    networkFaults: [],
    ambushes: [],
    lostAnswers: [],
    listChangesAt: BUSY_FOR_MS,
    readsLagMs: USUAL_LAG_MS,
    isInAnyOrder: false,
    ...others,
    clients: clients.map(clientOf),
  }
}

const clientOf = (given: Partial<PlannedClient> & Pick<PlannedClient, 'wants'>, place: number) => ({
  place,
  hasKey: false,
  clicksTwice: false,
  about: 1,
  at: READY_AFTER_MS,
  isOfSecondCompany: false,
  comesBackAfterMs: null,
  ...given,
})
