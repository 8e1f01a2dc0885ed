import { placeBehind } from '#kernel/platform/event-store/event-store.ts'
import { applyBatch, type BatchWriter } from './batch.ts'
import { CannotProject, isCausedByEvents } from './errors.ts'
import type { BatchStep } from './step.ts'

/**
 * Applies a batch. One that fails because of its content is bisected until the failing event is found.
 * That event parks its company; all others are applied, so the order within a company is kept.
 */
export async function applyOrPark(writer: BatchWriter, step: BatchStep): Promise<void> {
  const { events } = step
  try {
    await applyBatch(writer, step)
  } catch (error) {
    if (error instanceof CannotProject) {
      return applyOrPark(writer, marked(step, error.event, error.cause))
    }
    const [first] = events
    if (!isCausedByEvents(error) || first === undefined) throw error
    if (events.length > 1) return bisect(writer, step)
    if ('fault' in first) throw error
    return applyOrPark(writer, marked(step, first, error))
  }
}

/** The step with the fault recorded at the failing event. */
function marked(step: BatchStep, { stored }: CannotProject['event'], fault: unknown): BatchStep {
  const events = step.events.map((event) => {
    const { companyId, isIndependent } = event
    return event.stored === stored
      ? { stored: event.stored, companyId, isIndependent, fault }
      : event
  })
  return { ...step, events }
}

async function bisect(writer: BatchWriter, step: BatchStep) {
  const { events, upTo, retry } = step
  const middle = Math.ceil(events.length / 2)
  const early = events.slice(0, middle)
  const last = early.at(-1)
  const between = retry === undefined && last !== undefined ? placeBehind(last.stored) : upTo
  await applyOrPark(writer, { ...step, events: early, upTo: between })
  await applyOrPark(writer, { ...step, events: events.slice(middle), from: between })
}
