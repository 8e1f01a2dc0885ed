import { Rejection } from '#kernel/domain/rejection.ts'

/** A refusal that has been recorded, and the position at which readers can see it. */
export class RecordedRefusal extends Rejection {
  readonly position: bigint
  /** The same request again would be another one: this one has come to its end. */
  readonly isFinal: boolean

  constructor(
    { code, message, details }: Rejection,
    { position, isFinal }: { position: bigint; isFinal: boolean },
  ) {
    super(code, message, details)
    this.position = position
    this.isFinal = isFinal
  }
}

/** Waits until readers can see what was done, or what was refused and recorded as such. */
export const readableWith =
  (untilReadable: (position: bigint) => Promise<unknown>) =>
  async <Done extends { readonly position: bigint }>(work: Promise<Done>) => {
    try {
      const done = await work
      await untilReadable(done.position)
      return { ...done, headers: { 'x-event-position': done.position.toString() } }
    } catch (error) {
      if (error instanceof RecordedRefusal) await untilReadable(error.position)
      throw error
    }
  }
