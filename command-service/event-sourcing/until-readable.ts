import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

/** Waits until queries show a company's events up to a position, but not for long; true if they do. */
export type UntilReadable = (position: LogPosition, companyId: string) => Promise<boolean>
