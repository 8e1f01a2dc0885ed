import type { RecordedEvent } from '../recorded-event.ts'
import type { EarlierEvent, NeededHistory } from './decide.ts'
import type { Described } from './stream-metadata.ts'
import type { StreamStates } from './stream-states.ts'

/** Where the log ends. */
export interface LogHead {
  /** Of the last event; undefined while there is none. */
  readonly position: bigint | undefined
  readonly next: bigint
  /** When the last event was recorded: time in the log never runs backwards. */
  readonly created: bigint
}

/** What the writer works on. */
export interface LogStorage {
  readonly states: StreamStates
  readonly head: () => LogHead
  readonly history: (needed: NeededHistory) => Promise<readonly EarlierEvent[]>
  /** What the log last says about a stream; undefined if it says nothing. */
  readonly description: (stream: string) => Promise<Described | undefined>
  /** False, with nothing written, if one of the streams that should be new has any events. */
  readonly insert: (
    events: readonly RecordedEvent[],
    newStreams: readonly string[],
  ) => Promise<boolean>
  readonly publish: (events: readonly RecordedEvent[]) => void
}
