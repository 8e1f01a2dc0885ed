import { SingleBar } from 'cli-progress'
import type { Terminal } from '../command.ts'

/** How far a long command has come, for whoever watches. */
export interface Progress {
  readonly begin: (what: string, total: number) => void
  readonly advance: () => void
  readonly end: () => void
}

const BAR = { format: '{what} [{bar}] {value}/{total}', hideCursor: true, clearOnComplete: true }

/** A bar on a terminal; elsewhere nothing. */
export function progressOn(stderr: Terminal['stderr']): Progress {
  if (stderr.isTTY !== true) return { begin: () => {}, advance: () => {}, end: () => {} }
  let bar: SingleBar | undefined
  const end = () => bar?.stop()
  return {
    begin: (what, total) => {
      end()
      bar = new SingleBar({ ...BAR, stream: stderr })
      bar.start(total, 0, { what })
    },
    advance: () => bar?.increment(),
    end,
  }
}
