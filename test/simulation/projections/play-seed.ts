import { playShrinking } from '../shrink.ts'
import type { Played } from '../worker.ts'
import { randomFrom } from '../world/random.ts'
import { planOf, smaller } from './plan.ts'
import { play } from './run.ts'

/** Plays a seed of the projections. */
export function playSeed(seed: number, tells: boolean): Promise<Played> {
  const plan = planOf(seed, randomFrom(seed))
  const { interruptions, networkFaults, ambushes, databaseCrashes, writers } = plan
  const happened = [interruptions, networkFaults, ambushes, databaseCrashes].flat().length
  return playShrinking({ plan, play, smaller, tells }, { seed, clients: writers, happened })
}
