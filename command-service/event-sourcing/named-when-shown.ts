import { Rejection } from '#kernel/domain/rejection.ts'
import { unknownOutcome } from '#kernel/domain/request-changes.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

/** Waits until queries show the events up to a position, but not for long; true if they do. It never fails. */
export type UntilReadable = (position: LogPosition) => Promise<boolean>

/** A refusal that has been recorded, or that names a document, and the position at which readers can see it. */
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

/** The usual pace of the recovery and of the read models together. */
const LOOK_AGAIN_AFTER_SECONDS = 5

/** A document that exists, and is not complete, or that readers do not see yet. */
export const notShownYet = (existingId: string): Rejection =>
  unknownOutcome('data', { existingId }, LOOK_AGAIN_AFTER_SECONDS)

/**
 * The refusal once readers see what it names. Its caller looks, and would take what is not there for never done: until
 * then the answer is that the outcome is unknown.
 */
export async function whenShown(
  untilReadable: UntilReadable,
  refusal: RecordedRefusal,
): Promise<Rejection> {
  if (await untilReadable(refusal.position)) return refusal
  const [named] = refusal.details
  const isNamed = named?.rule === 'duplicate' && named.existingId != null
  return isNamed ? notShownYet(named.existingId) : refusal
}
