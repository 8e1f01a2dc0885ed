import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { ShownEvent } from './shown-events.ts'

/** The events of a batch and the checkpoint move that goes with them; a retry leaves the checkpoint. */
export interface BatchStep {
  readonly events: readonly ShownEvent[]
  readonly from: LogPlace
  readonly upTo: LogPlace
  readonly retry?: Retry
}

/** A retry of a company's parked events. */
export interface Retry {
  readonly companyId: string
  /** Positions of events that no projector knows any more; emptied when they are unparked. */
  gone: readonly LogPosition[]
  /** True after an event has failed again: the rest waits on. */
  isOver: boolean
}
