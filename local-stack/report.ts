/** The output of `npm start`; the parts' own logs are files. */
export interface Report {
  readonly line: (text: string) => void
  readonly ready: (part: string, tookMs: number) => void
  readonly stopped: (part: string, tookMs: number) => void
  readonly ended: (part: string, how: string, times: number) => void
  readonly gaveUp: (part: string, reason: string) => void
}

/** A part that fails repeatedly is reported the first times, then occasionally. */
const MENTION_FIRST = 3
const MENTION_EVERY = 60
const SLOW_STOP_MS = 2_000

export function reportTo(output: NodeJS.WritableStream): Report {
  const line = (text: string) => void output.write(`${text}\n`)
  return {
    line,
    ready: (part, tookMs) => line(`  ${part} is ready (${seconds(tookMs)})`),
    stopped: (part, tookMs) => {
      if (tookMs >= SLOW_STOP_MS) line(`  ${part} took ${seconds(tookMs)} to stop`)
    },
    ended: (part, how, times) => {
      if (times > MENTION_FIRST && times % MENTION_EVERY !== 0) return
      line(`  ${part} exited (${how}); restarting it`)
    },
    gaveUp: (part, reason) => line(`  ${part} has ended and is not started again: ${reason}`),
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`
