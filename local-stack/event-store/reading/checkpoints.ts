import type { Marks, Sighting } from '../storage/log-search.ts'
import type { LogFilter } from './filter.ts'

/** The checkpoint to send after an event was examined, and sent if it matches; usually none. */
export type Checkpoint = (sighting: Sighting) => bigint | undefined

export interface Checkpoints {
  /** The events that the next search must return, matching or not. */
  readonly marks: () => Marks
  /** The checkpoints of a page during catch-up. */
  readonly catchingUp: (lookedAt: number) => Checkpoint
  readonly live: Checkpoint
}

/**
 * The checkpoints of a filtered subscription, as EventStoreDB sends them. During catch-up it examines
 * the log in windows. At the end of an interval it sends the last match of the last window or, without
 * a match, the first event of that window. Afterwards it counts only events that do not match.
 */
export function checkpointsFor({ window, checkpointInterval: interval }: LogFilter): Checkpoints {
  const lastWindow = interval - window + 1
  /** The events of the interval that were examined so far. */
  let counted = 0
  let place: bigint | undefined
  return {
    marks: () => ({ turn: interval, before: counted, numbers: [0, lastWindow % interval] }),
    catchingUp: (lookedAt) => {
      const before = counted
      counted = (counted + lookedAt) % interval
      return ({ number, position, event }) => {
        const ofInterval = ((before + number - 1) % interval) + 1
        if (ofInterval === lastWindow || event !== undefined) place = position
        place ??= position
        return ofInterval === interval ? place : undefined
      }
    },
    live: ({ position, event }) => {
      place = undefined
      if (event !== undefined) return undefined
      counted = (counted + 1) % interval
      return counted === 0 ? position : undefined
    },
  }
}
