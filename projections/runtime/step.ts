import type { ShownEvent } from './shown-events.ts'

/** The step that a batch makes in the log; the checkpoint stays where it is for what was parked. */
export interface Step {
  readonly events: readonly ShownEvent[]
  readonly from: bigint
  readonly upTo: bigint
  readonly retry?: Retry
}

/** What a company has waiting, taken up again. */
export interface Retry {
  readonly companyId: string
  /** Positions of events that no table shows any more; emptied once they have been let go. */
  gone: readonly bigint[]
  /** Once one has failed again: then the rest waits on. */
  isOver: boolean
}
