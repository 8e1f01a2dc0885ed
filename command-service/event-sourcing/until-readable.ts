import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Idempotency } from './idempotency.ts'

/** Waits until queries show a company's events up to a position, but not for long; true if they do. It never fails. */
export type UntilReadable = (position: LogPosition, companyId: string) => Promise<boolean>

/** What routes need to run a request once, and to answer when it can be read. */
export interface WritingRoutes {
  readonly idempotency: Idempotency
  readonly untilReadable: UntilReadable
}
