import type { RecordedEvent } from '../recorded-event.ts'
import type { EarlierEvent, NeededHistory } from './decide.ts'
import type { Described } from './stream-metadata.ts'
import type { StreamStates } from './stream-states.ts'

/** The end of the log. */
export interface LogHead {
  /** The last event's position; undefined in an empty log. */
  readonly position: bigint | undefined
  readonly next: bigint
  /** When the last event was recorded: time in the log never runs backwards. */
  readonly created: bigint
}

/** The log as the writer sees it. */
export interface LogStorage {
  readonly takesNothingAnywhere: boolean
  /** Epoch milliseconds by the node's clock. */
  readonly now: () => number
  readonly states: StreamStates
  readonly head: () => LogHead
  readonly history: (needed: NeededHistory) => Promise<readonly EarlierEvent[]>
  /** A stream's last metadata event; undefined if there is none. */
  readonly description: (stream: string) => Promise<Described | undefined>
  /** False if one of the new streams already has events; then nothing is written. */
  readonly insert: (
    events: readonly RecordedEvent[],
    newStreams: readonly string[],
  ) => Promise<boolean>
  readonly publish: (events: readonly RecordedEvent[]) => void
}
