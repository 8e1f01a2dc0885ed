import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
/** Where the feed stands, for health, metrics and whoever asks. */
export interface FeedStatus {
  /**
   * `waiting`: Kafka or the log cannot be used at the moment. `standingBy`: another feed has taken
   * over. `publishing`: everything up to `position` is in Kafka, and what comes goes there.
   */
  readonly phase: 'starting' | 'publishing' | 'waiting' | 'standingBy' | 'stopped'
  /** Position in the log up to which everything has been published; undefined until it is known. */
  readonly position: LogPosition | undefined
  /** Why the last term ended; kept until the next one begins. */
  readonly failure: string | undefined
}

export function createStatusBoard() {
  let status: FeedStatus = { phase: 'starting', position: undefined, failure: undefined }
  return {
    current: () => status,
    publishing: (position: LogPosition) => {
      status = { phase: 'publishing', position, failure: undefined }
    },
    enter: (phase: FeedStatus['phase'], failure: string | undefined = status.failure) => {
      status = { ...status, phase, failure }
    },
  }
}

export type StatusBoard = ReturnType<typeof createStatusBoard>
