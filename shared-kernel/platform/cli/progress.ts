import { SingleBar } from 'cli-progress'
import {
  type LogPosition,
  START_OF_LOG,
  shareOfLog,
} from '#kernel/platform/event-store/log-position.ts'
import type { Terminal } from './command.ts'

/** The progress of a long command, for a person at a terminal. */
export interface Progress {
  readonly begin: (what: string, total: number) => void
  readonly advance: () => void
  /** Starts to show which share of the log, up to its head, is done. */
  readonly beginLog: (what: string, head: LogPosition) => void
  readonly reach: (position: LogPosition) => void
  /** Clears the line in the terminal. */
  readonly end: () => void
}

const BAR = {
  format: '{what} [{bar}] {value}/{total}',
  clearOnComplete: true,
  linewrap: true,
  // The library's own handling of Ctrl-C would keep the process running.
  gracefulExit: false,
}

/** Positions measure the size of the log, not the number of events. */
const LOG_BAR = { ...BAR, format: '{what} [{bar}] {percentage}%' }
const LOG_STEPS = 1_000

export const noProgress: Progress = {
  begin: () => {},
  advance: () => {},
  beginLog: () => {},
  reach: () => {},
  end: () => {},
}

/** A bar on a terminal; otherwise nothing. */
export function progressOn(stderr: Terminal['stderr']): Progress {
  if (stderr.isTTY !== true) return noProgress
  let bar: SingleBar | undefined
  let head = START_OF_LOG
  const end = () => {
    bar?.stop()
    bar = undefined
  }
  function start(options: typeof BAR, what: string, total: number) {
    end()
    bar = new SingleBar({ ...options, stream: stderr })
    bar.start(total, 0, { what })
  }
  return {
    begin: (what, total) => start(BAR, what, total),
    advance: () => bar?.increment(),
    beginLog: (what, upTo) => {
      head = upTo
      start(LOG_BAR, what, LOG_STEPS)
    },
    reach: (position) => bar?.update(Math.floor(LOG_STEPS * shareOfLog(position, head))),
    end,
  }
}
