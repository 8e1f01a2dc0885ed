import type { AnotherLog } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

/** The feed's status, for health, metrics and the command line. */
export interface FeedStatus {
  /**
   * `waiting`: Kafka or the log does not answer. `standingBy`: another feed has taken over.
   * `topicDamaged`: a topic is gone or has lost records; it waits for a backfill.
   * `positionSetBack`: Kafka holds events behind the feed's position that the log does not know.
   * `logSetBack`: the log has lost events that are in Kafka. `anotherLog`: it is not the log that was
   * published. In both, nothing is published until the log holds the last published event.
   * `publishing`: everything up to `position` is in Kafka, and new events follow.
   */
  readonly phase:
    | 'starting'
    | 'publishing'
    | 'waiting'
    | 'standingBy'
    | 'topicDamaged'
    | 'positionSetBack'
    | AnotherLog['state']
    | 'stopped'
  /** Everything up to this position in the log has been published; undefined until it is known. */
  readonly position: LogPosition | undefined
  /** Why the last term ended; undefined while a term runs. */
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

export type FeedStatusBoard = ReturnType<typeof createStatusBoard>
