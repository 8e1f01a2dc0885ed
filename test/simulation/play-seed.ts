import { type Plan, planOf, smaller } from './plan.ts'
import { planInFile } from './plan-in-file.ts'
import { play } from './run.ts'
import { companyRecorded } from './setup.ts'
import { playShrinking } from './shrink.ts'
import { disturbed, quietPlans, type Scope } from './small-scope.ts'
import type { Played, Share } from './worker.ts'
import { randomFrom } from './world/random.ts'

const before = await companyRecorded()

/** Plays a seed of the write side. */
export const playSeed = (seed: number, tells: boolean): Promise<Played> =>
  playPlan(planOf(seed, randomFrom(seed)), tells)

/** Plays the plan in a file, with what is left to chance by another seed or its own. */
export async function playFile(file: string, seed: number | null, tells: boolean): Promise<Played> {
  const plan = await planInFile(file)
  return playPlan(seed === null ? plan : { ...plan, seed }, tells)
}

/** Plays a worker's share of the small plans. */
export async function* playScope(
  scope: Scope,
  { place, workers }: Pick<Share, 'place' | 'workers'>,
) {
  for (const [index, quiet] of quietPlans(scope).entries()) {
    if (index % workers !== place) continue
    yield await playPlan(quiet, false)
    for (const plan of disturbed(quiet, await play(quiet, before))) {
      yield await playPlan(plan, false)
    }
  }
}

function playPlan(plan: Plan, tells: boolean): Promise<Played> {
  const { seed, clients, interruptions, networkFaults, ambushes } = plan
  const happened = interruptions.length + networkFaults.length + ambushes.length
  return playShrinking(
    { plan, play: (one) => play(one, before), smaller, tells },
    { seed, clients: clients.length, happened },
  )
}
