import type { AnotherLog } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

/** The feed's status, for health, metrics and the command line. */
export interface FeedStatus {
  /**
   * `waiting`: Kafka or the log does not answer. `standingBy`: another feed publishes.
   * `stuck`: events wait, and nothing was published for a minute, whatever the feed does.
   * `topicDamaged`: a topic is gone, has lost records, or would lose them; the failure says the way out.
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
    | 'stuck'
    | 'topicDamaged'
    | 'positionSetBack'
    | AnotherLog['state']
    | 'stopped'
  /** Everything up to this position in the log has been published; undefined until it is known. */
  readonly position: LogPosition | undefined
  /** Why the last term ended; undefined while a term runs. */
  readonly failure: string | undefined
}

export const LOOK_EVERY_MS = 5_000
/** Longer than a standby waits. Looks are counted, not time: a process that was suspended has not looked. */
const STUCK_AFTER_LOOKS = 12
const NO_PROGRESS = `nothing was published for ${(STUCK_AFTER_LOOKS * LOOK_EVERY_MS) / 1_000} s although events wait`

/** Phases in which the feed says that it gets on, or soon will. */
const hopeful: ReadonlySet<FeedStatus['phase']> = new Set([
  'starting',
  'publishing',
  'waiting',
  'standingBy',
])

export function createStatusBoard() {
  let status: FeedStatus = { phase: 'starting', position: undefined, failure: undefined }
  let lastFailure: string | undefined
  let looks = 0
  const getsOn = () => {
    looks = 0
  }
  return {
    current: (): FeedStatus =>
      looks < STUCK_AFTER_LOOKS || !hopeful.has(status.phase)
        ? status
        : { ...status, phase: 'stuck', failure: lastFailure ?? NO_PROGRESS },
    publishing: (position: LogPosition) => {
      if (position !== status.position) {
        getsOn()
        lastFailure = undefined
      }
      status = { phase: 'publishing', position, failure: undefined }
    },
    enter: (phase: FeedStatus['phase'], failure: string | undefined = status.failure) => {
      lastFailure = failure ?? lastFailure
      status = { ...status, phase, failure }
    },
    /** Another feed has published. */
    standsBeside: getsOn,
    /** At each look, whether the log has events behind the position. */
    look: (isBehind: boolean) => {
      looks = isBehind ? looks + 1 : 0
    },
  }
}

export type FeedStatusBoard = ReturnType<typeof createStatusBoard>
