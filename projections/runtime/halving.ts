import { applyBatch, type BatchWriter, type Step } from './batch.ts'
import { CannotProject, isPassing } from './errors.ts'

/**
 * Applies a batch; one that fails for what is in it is halved until the event at fault is found. What stands
 * before that event is applied, it and what follows is not: order within the log is kept.
 */
export async function applyUpToFault(writer: BatchWriter, step: Step): Promise<void> {
  try {
    await applyBatch(writer, step)
  } catch (error) {
    const [first] = step.events
    if (isPassing(error) || first === undefined) throw error
    if (step.events.length === 1) throw new CannotProject(first, error)
    const middle = Math.ceil(step.events.length / 2)
    const early = step.events.slice(0, middle)
    const between = early.at(-1)?.position ?? step.from
    await applyUpToFault(writer, { ...step, events: early, upTo: between })
    await applyUpToFault(writer, { ...step, events: step.events.slice(middle), from: between })
  }
}
