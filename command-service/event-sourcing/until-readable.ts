import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Idempotency } from './idempotency.ts'
import { RecordedRefusal, type UntilReadable, whenShown } from './named-when-shown.ts'

/** What routes need to run a request once, and to answer when it can be read. */
export interface WritingRoutes {
  readonly idempotency: Idempotency
  readonly untilReadable: UntilReadable
}

/** Waits until readers can see what was done, or what was refused and recorded as such. */
export const readableWith =
  (untilReadable: UntilReadable) =>
  async <Done extends { readonly position: LogPosition }>(work: Promise<Done>) => {
    const done = await work.catch(refuseWhenShown({ untilReadable }))
    await untilReadable(done.position)
    return { ...done, headers: { 'x-event-position': done.position.toString() } }
  }

/** Refuses once readers see what the refusal is about. */
export const refuseWhenShown =
  ({ untilReadable }: Pick<WritingRoutes, 'untilReadable'>) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof RecordedRefusal)) throw error
    throw await whenShown(untilReadable, error)
  }
