import type { RecordedEvent } from '../recorded-event.ts'

/** The receiver of a subscription. Each step waits until it accepts more. */
export interface Subscriber {
  readonly isGone: () => boolean
  readonly event: (event: RecordedEvent) => Promise<void> | undefined
  readonly checkpoint: (position: bigint) => Promise<void> | undefined
  readonly caughtUp: () => Promise<void> | undefined
  /** Resolves when the condition may hold, or when the subscriber has disconnected. */
  readonly somethingNew: (condition: () => boolean) => Promise<void>
}
