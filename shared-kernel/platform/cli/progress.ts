import { SingleBar } from 'cli-progress'
import {
  type LogPosition,
  START_OF_LOG,
  shareOfLog,
} from '#kernel/platform/event-store/log-position.ts'
import type { Terminal } from './command.ts'

/** How far a long command has come, for whoever watches. */
export interface Progress {
  readonly begin: (what: string, total: number) => void
  readonly advance: () => void
  /** Begins to show how much of the log, up to its head, has been passed. */
  readonly beginLog: (what: string, head: LogPosition) => void
  readonly reach: (position: LogPosition) => void
  /** Clears the terminal's line for something else. */
  readonly end: () => void
}

const BAR = {
  format: '{what} [{bar}] {value}/{total}',
  clearOnComplete: true,
  linewrap: true,
  // Its own way of dealing with Ctrl-C would keep the process running.
  gracefulExit: false,
}

/** Positions say how much of the log there is, not how many events. */
const LOG_BAR = { ...BAR, format: '{what} [{bar}] {percentage}%' }
const LOG_STEPS = 1_000

const nobodyWatches: Progress = {
  begin: () => {},
  advance: () => {},
  beginLog: () => {},
  reach: () => {},
  end: () => {},
}

/** A bar on a terminal; elsewhere nothing. */
export function progressOn(stderr: Terminal['stderr']): Progress {
  if (stderr.isTTY !== true) return nobodyWatches
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
