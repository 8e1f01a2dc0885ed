import { SingleBar } from 'cli-progress'
import type { Terminal } from './command.ts'

/** How far a long command has come, for whoever watches. */
export interface Progress {
  readonly begin: (what: string, total: number) => void
  readonly advance: () => void
  readonly moveTo: (value: number) => void
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

const nobodyWatches: Progress = {
  begin: () => {},
  advance: () => {},
  moveTo: () => {},
  end: () => {},
}

/** A bar on a terminal; elsewhere nothing. */
export function progressOn(stderr: Terminal['stderr']): Progress {
  if (stderr.isTTY !== true) return nobodyWatches
  let bar: SingleBar | undefined
  const end = () => {
    bar?.stop()
    bar = undefined
  }
  return {
    begin: (what, total) => {
      end()
      bar = new SingleBar({ ...BAR, stream: stderr })
      bar.start(total, 0, { what })
    },
    advance: () => bar?.increment(),
    moveTo: (value) => bar?.update(value),
    end,
  }
}
