import { planOf, smaller } from './plan.ts'
import { play } from './run.ts'
import { companyRecorded } from './setup.ts'
import { playShrinking } from './shrink.ts'
import type { Played } from './worker.ts'
import { randomFrom } from './world/random.ts'

const before = await companyRecorded()

/** Plays a seed of the write side. */
export function playSeed(seed: number, tells: boolean): Promise<Played> {
  const plan = planOf(seed, randomFrom(seed))
  const { clients, interruptions, networkFaults, ambushes } = plan
  const happened = interruptions.length + networkFaults.length + ambushes.length
  return playShrinking(
    { plan, play: (one) => play(one, before), smaller, tells },
    { seed, clients: clients.length, happened },
  )
}
