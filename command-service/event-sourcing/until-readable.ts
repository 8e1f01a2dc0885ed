import { Rejection } from '#kernel/domain/rejection.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Caller } from '#kernel/platform/http/route.ts'
import type { Idempotency } from './idempotency.ts'

/** Waits until queries show a company's events up to a position, but not for long; true if they do. It never fails. */
export type UntilReadable = (position: LogPosition, companyId: string) => Promise<boolean>

/** What routes need to run a request once, and to answer when it can be read. */
export interface WritingRoutes {
  readonly idempotency: Idempotency
  readonly untilReadable: UntilReadable
}

/** A refusal that has been recorded, and the position at which readers can see it. */
export class RecordedRefusal extends Rejection {
  readonly position: LogPosition
  /** The outcome is known: the same request again is another request. */
  readonly isFinal: boolean

  constructor(
    { code, said, details }: Rejection,
    { position, isFinal }: { position: LogPosition; isFinal: boolean },
  ) {
    super(code, said, details)
    this.position = position
    this.isFinal = isFinal
  }
}

/** Waits until readers can see what was done, or what was refused and recorded as such. */
export const readableWith =
  (untilReadable: UntilReadable) =>
  async <Done extends { readonly position: LogPosition }>(
    { companyId }: Pick<Caller, 'companyId'>,
    work: Promise<Done>,
  ) => {
    try {
      const done = await work
      await untilReadable(done.position, companyId)
      return { ...done, headers: { 'x-event-position': done.position.toString() } }
    } catch (error) {
      if (error instanceof RecordedRefusal) await untilReadable(error.position, companyId)
      throw error
    }
  }
