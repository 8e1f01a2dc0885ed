import type { Marks, Sighting } from '../storage/log-search.ts'
import type { LogFilter } from './filter.ts'

/** The place to tell once an event has been looked at, and sent if it matches; mostly none. */
export type Checkpoint = (sighting: Sighting) => bigint | undefined

export interface Checkpoints {
  /** What a search that goes on from here must tell of, matching or not. */
  readonly marks: () => Marks
  /** For a page of so many events, all of which the subscription has still to catch up with. */
  readonly catchingUp: (lookedAt: number) => Checkpoint
  readonly live: Checkpoint
}

/**
 * When a filtered subscription hears how far it has come, as EventStoreDB does it. While it catches up
 * the log is looked at in windows: at the end of an interval comes its last window's last match or,
 * without any, that window's first event. Afterwards only events that do not match are counted.
 */
export function checkpointsFor({ window, checkpointInterval: interval }: LogFilter): Checkpoints {
  const lastWindow = interval - window + 1
  /** Events of the interval that were looked at already. */
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
