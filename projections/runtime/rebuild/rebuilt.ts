import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { SnapshotComparison } from './snapshot.ts'
import type { Switched } from './switch.ts'

export interface Rebuilt {
  readonly outcome: 'switched' | 'differs' | 'parked' | 'unchanged'
  readonly version: string
  /** The versions that have been served until now. */
  readonly replaces: readonly string[]
  readonly events: number
  /** Companies that are parked in the new tables. */
  readonly parked: number
  readonly comparison: SnapshotComparison | undefined
  readonly switched: Switched | undefined
}

/** A rebuild for the log and the command line; rows and keys are left out. */
export const summaryOf = ({ replaces, comparison, switched, ...rebuilt }: Rebuilt) => ({
  ...rebuilt,
  replaces: replaces.join('+'),
  position: Number(switched?.position ?? comparison?.position ?? START_OF_LOG),
  rows: comparison?.rows ?? 0,
  differences: comparison?.differences ?? 0,
  writerWaitedMs: Math.round(
    Math.max(comparison?.writerWaitedMs ?? 0, switched?.writerWaitedMs ?? 0),
  ),
  readersWaitedMs: Math.round(switched?.readersWaitedMs ?? 0),
})

export const nothingYet = { events: 0, parked: 0, comparison: undefined, switched: undefined }
