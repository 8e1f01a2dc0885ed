import { SingleBar } from 'cli-progress'
import type { Terminal } from '#kernel/platform/cli/command.ts'

/** The progress of one pass over the log, with its rate. */
export interface LogProgress {
  readonly begin: (what: string, upTo: bigint) => void
  readonly reached: (position: bigint) => void
  readonly end: () => void
}

const BAR = {
  format: '{what} [{bar}] {percentage}% | {events} events | {rate}/s | {left} left',
  clearOnComplete: true,
  linewrap: true,
  // The library's own handling of Ctrl-C would keep the process running.
  gracefulExit: false,
  fps: 5,
}

/** A bar on a terminal; otherwise a line for each pass. */
export function progressOn(stderr: Terminal['stderr']): LogProgress {
  let pass: Pass | undefined
  const end = () => {
    pass?.bar?.stop()
    if (pass !== undefined) stderr.write(`${pass.what}: ${pass.events} events\n`)
    pass = undefined
  }
  return {
    begin: (what, upTo) => {
      end()
      const bar = stderr.isTTY === true ? new SingleBar({ ...BAR, stream: stderr }) : undefined
      pass = { what, bar, upTo: Number(upTo), events: 0, startedAt: performance.now() }
      bar?.start(pass.upTo, 0, { what, events: 0, rate: 0, left: '?' })
    },
    reached: (position) => {
      if (pass === undefined) return
      pass.events += 1
      pass.bar?.update(Number(position), shownOf(pass, Number(position)))
    },
    end,
  }
}

interface Pass {
  readonly what: string
  readonly bar: SingleBar | undefined
  readonly upTo: number
  readonly startedAt: number
  events: number
}

function shownOf({ events, startedAt, upTo }: Pass, position: number) {
  const seconds = (performance.now() - startedAt) / 1000
  const left = position > 0 ? (seconds * (upTo - position)) / position : 0
  return { events, rate: Math.round(events / Math.max(seconds, 0.001)), left: inWords(left) }
}

function inWords(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`
  const minutes = seconds / 60
  return minutes < 100 ? `${Math.ceil(minutes)} min` : `${Math.ceil(minutes / 60)} h`
}
