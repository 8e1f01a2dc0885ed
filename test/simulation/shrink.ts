import type { Outcome } from './outcome.ts'
import type { Played } from './worker.ts'

interface Playing<Plan> {
  readonly plan: Plan
  readonly play: (plan: Plan) => Promise<Outcome>
  /** Every plan that lacks one thing of this one. */
  readonly smaller: (plan: Plan) => Iterable<Plan>
  readonly tells: boolean
}

/** Plays a plan; of one that fails it tells the shortest story that still does. */
export async function playShrinking<Plan>(
  playing: Playing<Plan>,
  counts: Pick<Played, 'seed' | 'clients' | 'happened'>,
): Promise<Played> {
  const outcome = await playing.play(playing.plan)
  const counted = { ...counts, digest: outcome.digest, steps: outcome.steps }
  const isWell = outcome.faults.length === 0
  if (isWell && !playing.tells) return counted
  const shortest = isWell ? { plan: playing.plan, outcome } : await shrunk(playing, outcome)
  const { faults, story } = shortest.outcome
  return { ...counted, faults, story, plan: JSON.stringify(shortest.plan) }
}

/** Leaves out what the fault does not need, one thing after the other. */
async function shrunk<Plan>(
  playing: Playing<Plan>,
  outcome: Outcome,
): Promise<{ readonly plan: Plan; readonly outcome: Outcome }> {
  for (const plan of playing.smaller(playing.plan)) {
    const other = await playing.play(plan)
    if (other.faults.length > 0) return shrunk({ ...playing, plan }, other)
  }
  return { plan: playing.plan, outcome }
}
