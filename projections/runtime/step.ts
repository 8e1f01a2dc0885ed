import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { ShownEvent } from './shown-events.ts'

/** The step that a batch makes in the log; the checkpoint stays where it is for what was parked. */
export interface Step {
  readonly events: readonly ShownEvent[]
  readonly from: LogPlace
  readonly upTo: LogPlace
  readonly retry?: Retry
}

/** What a company has waiting, taken up again. */
export interface Retry {
  readonly companyId: string
  /** Positions of events that no table shows any more; emptied once they have been let go. */
  gone: readonly LogPosition[]
  /** Once one has failed again: then the rest waits on. */
  isOver: boolean
}
