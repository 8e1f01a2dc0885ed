import type { RecordedEvent } from '../recorded-event.ts'

/** Whoever follows the log. Each step waits until the subscriber can take more. */
export interface Subscriber {
  readonly isGone: () => boolean
  readonly event: (event: RecordedEvent) => Promise<void> | undefined
  readonly checkpoint: (position: bigint) => Promise<void> | undefined
  readonly caughtUp: () => Promise<void> | undefined
  /** Resolves when the condition may hold, or when the subscriber has gone. */
  readonly somethingNew: (condition: () => boolean) => Promise<void>
}
