import fc from 'fast-check'
import type { World } from './world.ts'

/** What the steps of a run have in common. */
export interface Circumstances {
  /** Lets the database's time pass, and none of the instances'. */
  readonly pass: (ms: number) => void
  /** Lets time pass everywhere: instances beat, publish and renew. */
  readonly live: (ms: number) => void
  readonly forget: (person: string) => Promise<void>
}

export interface Outcome {
  readonly is: (typeof outcomes)[number]
  readonly said?: unknown
}

/** One step, which two worlds take. */
export interface Step {
  readonly meanwhile: (circumstances: Circumstances) => Promise<void> | void
  /** Undefined if there is nothing to do. */
  readonly take: (world: World) => Promise<Outcome | undefined>
}

const nothing = () => undefined

/** Steps with chosen values; they read well in a counterexample. */
export const steps = <Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  take: (world: World, given: Given) => Promise<Outcome | undefined>,
): fc.Arbitrary<Step> => stepsAmid(name, given, { meanwhile: nothing, take })

/** The same, at which something happens that both worlds have in common. */
export const stepsAmid = <Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  step: {
    readonly meanwhile: (circumstances: Circumstances, given: Given) => Promise<void> | void
    readonly take: (world: World, given: Given) => Promise<Outcome | undefined>
  },
): fc.Arbitrary<Step> =>
  given.map((chosen) => ({
    meanwhile: (circumstances) => step.meanwhile(circumstances, chosen),
    take: (world) => step.take(world, chosen),
    [fc.toStringMethod]: () => `${name} ${fc.stringify(chosen)}`,
  }))

/** What steps come to; each has to occur. */
export const outcomes = [
  'begun',
  'begun together',
  'begun again',
  'begun after a day',
  'begun as its answer was forgotten',
  'gone on',
  'taken over',
  'answered',
  'mismatch',
  'in progress',
  'kept',
  'kept by a slow try',
  'released: ended',
  'released: nothing',
  'released: perhaps',
  'released by a slow try',
  'lease taken',
  'lease refused',
  'lease taken over',
  'work ended',
  'lost work ended',
  'cut off',
  'closed',
  'restarted',
  'running',
  'not running',
  'clock read',
  'lived',
  'lease lost',
  'nothing saved',
  'state loaded',
  'places',
  'in doubt',
  'not in doubt',
  'follower began',
  'follower ended',
  'followers',
  'nobody follows',
  'permitted',
  'limited',
] as const
