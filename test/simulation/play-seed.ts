import { type Plan, planOf, smaller } from './plan.ts'
import { type Outcome, play } from './run.ts'
import { companyRecorded } from './setup.ts'
import type { Played } from './worker.ts'
import { randomFrom } from './world/random.ts'

const before = await companyRecorded()

/** Plays a seed; of one that fails it tells the shortest story that still does. */
export async function playSeed(seed: number, tells: boolean): Promise<Played> {
  const plan = planOf(seed, randomFrom(seed))
  const outcome = await play(plan, before)
  const counted = {
    seed,
    digest: outcome.digest,
    steps: outcome.steps,
    clients: plan.clients.length,
    happened: plan.interruptions.length + plan.networkFaults.length + plan.ambushes.length,
  }
  if (outcome.faults.length === 0 && !tells) return counted
  const shortest = outcome.faults.length === 0 ? { plan, outcome } : await shrunk(plan, outcome)
  return {
    ...counted,
    faults: shortest.outcome.faults,
    story: shortest.outcome.story,
    plan: JSON.stringify(shortest.plan),
  }
}

/** Leaves out what the fault does not need, one thing after the other. */
async function shrunk(plan: Plan, outcome: Outcome): Promise<{ plan: Plan; outcome: Outcome }> {
  for (const one of smaller(plan)) {
    const other = await play(one, before)
    if (other.faults.length > 0) return shrunk(one, other)
  }
  return { plan, outcome }
}
